/// The canonical digest of SQL: SHA-256 of the normalized text.
///
/// Comments, line ends and blank lines do not count; everything else does. It is what locks hold
/// and what every database records of itself, so it is the same for the same bytes forever.
public enum SQLDigest {
  /// Returns the digest of a file that is held in memory, without making a copy of it.
  public static func digest(of bytes: [UInt8]) -> SHA256Digest {
    var stream = SQLDigestStream()
    bytes.withUnsafeBufferPointer { stream.feed($0) }
    return stream.finish()
  }

  /// Returns the digest of SQL that is normalized already.
  static func digest(of sql: NormalizedSQL) -> SHA256Digest { SHA256.digest(of: sql.bytes) }

  /// Returns the digest of a file that is read piece by piece, in memory that does not depend on
  /// its size.
  ///
  /// - Parameters:
  ///   - chunkSize: How many bytes to ask for at a time.
  ///   - read: Fills the buffer from its start and returns how many bytes it put there; 0 at the
  ///     end of the file.
  package static func digest<Failure: Error>(
    chunkSize: Int = 1 << 18,
    read: (UnsafeMutableBufferPointer<UInt8>) throws(Failure) -> Int
  ) throws(Failure) -> SHA256Digest {
    let buffer = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: max(chunkSize, 1))
    defer { buffer.deallocate() }
    buffer.initialize(repeating: 0)
    var stream = SQLDigestStream()
    while true {
      let count = try read(buffer)
      guard count > 0 else { return stream.finish() }
      stream.feed(UnsafeBufferPointer(rebasing: buffer[..<count]))
    }
  }
}

/// Normalizes and hashes at once.
private struct SQLDigestStream: ~Copyable {
  private var normalizer = SQLNormalizer()
  private var trimmer = BlankTrimmer()
  private var hasher = BufferedHasher()

  mutating func feed(_ chunk: UnsafeBufferPointer<UInt8>) {
    normalizer.feed(chunk) { piece, _ in trimmer.feed(piece) { hasher.update($0) } }
  }

  mutating func finish() -> SHA256Digest {
    normalizer.finish { piece, _ in trimmer.feed(piece) { hasher.update($0) } }
    return hasher.finish()
  }
}

/// Gathers bytes before it hashes them, since the pieces of SQL can be as short as a line.
private struct BufferedHasher: ~Copyable {
  private var hasher = SHA256()
  private let buffer = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 1 << 15)
  private var count = 0

  deinit { buffer.deallocate() }

  mutating func update(_ bytes: UnsafeBufferPointer<UInt8>) {
    if count + bytes.count > buffer.count { flush() }
    guard bytes.count <= buffer.count else {
      hasher.update(bytes)
      return
    }
    _ = UnsafeMutableBufferPointer(rebasing: buffer[count...]).initialize(from: bytes)
    count += bytes.count
  }

  mutating func finish() -> SHA256Digest {
    flush()
    return hasher.finish()
  }

  private mutating func flush() {
    hasher.update(UnsafeBufferPointer(rebasing: buffer[..<count]))
    count = 0
  }
}
