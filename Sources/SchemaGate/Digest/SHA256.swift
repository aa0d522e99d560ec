#if canImport(CryptoKit)
  import CryptoKit
#else
  import CCrypto
#endif

/// SHA-256 by the platform's own library: CryptoKit where it exists, libcrypto elsewhere.
struct SHA256: ~Copyable {
  #if canImport(CryptoKit)
    private var hasher = CryptoKit.SHA256()

    init() {}

    /// Hashes more bytes.
    mutating func update(_ bytes: UnsafeBufferPointer<UInt8>) {
      hasher.update(bufferPointer: UnsafeRawBufferPointer(bytes))
    }

    /// Returns the digest of all bytes; nothing may be hashed afterwards.
    mutating func finish() -> SHA256Digest {
      SHA256.digest(Array(hasher.finalize()))
    }
  #else
    private let context: OpaquePointer

    init() {
      // These fail only without memory, where Swift's own allocations trap as well, or if libcrypto
      // lacks SHA-256, without which nothing can be judged.
      guard let context = EVP_MD_CTX_new(), EVP_DigestInit_ex(context, EVP_sha256(), nil) == 1
      else { preconditionFailure("libcrypto provides no SHA-256") }
      self.context = context
    }

    deinit { EVP_MD_CTX_free(context) }

    /// Hashes more bytes.
    mutating func update(_ bytes: UnsafeBufferPointer<UInt8>) {
      let status = EVP_DigestUpdate(context, bytes.baseAddress, bytes.count)
      precondition(status == 1, "libcrypto failed to hash")
    }

    /// Returns the digest of all bytes; nothing may be hashed afterwards.
    mutating func finish() -> SHA256Digest {
      var bytes = [UInt8](repeating: 0, count: 32)
      let status = EVP_DigestFinal_ex(context, &bytes, nil)
      precondition(status == 1, "libcrypto failed to hash")
      return SHA256.digest(bytes)
    }
  #endif

  /// Returns the digest of bytes as they are, as recorded for contracts and fixtures.
  static func digest(of bytes: [UInt8]) -> SHA256Digest {
    var hasher = SHA256()
    bytes.withUnsafeBufferPointer { hasher.update($0) }
    return hasher.finish()
  }

  private static func digest(_ bytes: [UInt8]) -> SHA256Digest {
    guard let digest = SHA256Digest(bytes: bytes) else {
      preconditionFailure("a SHA-256 digest has 32 bytes")
    }
    return digest
  }
}
