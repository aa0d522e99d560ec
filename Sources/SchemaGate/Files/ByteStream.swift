#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

/// A file, a pipe or standard input that is read piece by piece, in memory that doesn't grow.
package struct ByteStream: ~Copyable {
  private let descriptor: FileDescriptor
  private let path: String

  /// The name by which command lines mean standard input.
  package static let standardInputName = "-"

  /// Opens a file; `-` is standard input.
  package init(_ path: String) throws(FileError) {
    self.path = path
    if path == ByteStream.standardInputName {
      // A second number for it, so that closing this stream leaves standard input alone.
      let number = dup(0)
      if number < 0 {
        throw FileError(operation: "read", path: "standard input", errorNumber: errno)
      }
      descriptor = FileDescriptor(owning: number)
    } else {
      descriptor = try Syscalls.open(path, O_RDONLY, operation: "read")
    }
  }

  /// Fills a buffer from its start.
  ///
  /// - Returns: how many bytes were put there; 0 at the end.
  package func read(into buffer: UnsafeMutableBufferPointer<UInt8>) throws(FileError) -> Int {
    while true {
      #if canImport(Darwin)
        let count = Darwin.read(descriptor.number, buffer.baseAddress, buffer.count)
      #else
        let count = Glibc.read(descriptor.number, buffer.baseAddress, buffer.count)
      #endif
      if count >= 0 { return count }
      if errno != EINTR { throw FileError(operation: "read", path: path, errorNumber: errno) }
    }
  }

  /// Reads to the end; fails once there is more than `limit`.
  package func readAll(limit: Int) throws(FileError) -> [UInt8] {
    try descriptor.readAll(limit: limit, expecting: 1 << 16, path: path)
  }

  /// Whether what comes next is these bytes.
  package consuming func starts(with bytes: [UInt8]) throws(FileError) -> Bool {
    var found: [UInt8] = []
    while found.count < bytes.count {
      var failure: Int32 = 0
      let piece = [UInt8](unsafeUninitializedCapacity: bytes.count - found.count) {
        buffer, filled in
        #if canImport(Darwin)
          let count = Darwin.read(descriptor.number, buffer.baseAddress, buffer.count)
        #else
          let count = Glibc.read(descriptor.number, buffer.baseAddress, buffer.count)
        #endif
        if count < 0 { failure = errno } else { filled = count }
      }
      if failure == EINTR { continue }
      if failure != 0 { throw FileError(operation: "read", path: path, errorNumber: failure) }
      if piece.isEmpty { return false }
      found += piece
    }
    return found == bytes
  }
}
