#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

/// An open descriptor, closed when its owner goes.
struct FileDescriptor: ~Copyable {
  let number: Int32

  init(owning number: Int32) { self.number = number }

  deinit {
    // A failed close has released the descriptor all the same; what was written is judged by fsync.
    _ = close(number)
  }

  /// Gives the descriptor away without closing it.
  consuming func release() -> Int32 {
    let number = number
    discard self
    return number
  }

  /// Writes all bytes, going on after interruptions and partial writes.
  func write(_ bytes: [UInt8], path: String) throws(FileError) {
    let failure = bytes.withUnsafeBytes { buffer -> Int32 in
      var done = 0
      while done < buffer.count {
        let rest = UnsafeRawBufferPointer(rebasing: buffer[done...])
        #if canImport(Darwin)
          let count = Darwin.write(number, rest.baseAddress, rest.count)
        #else
          let count = Glibc.write(number, rest.baseAddress, rest.count)
        #endif
        if count >= 0 {
          done += count
        } else if errno != EINTR {
          return errno
        }
      }
      return 0
    }
    if failure != 0 { throw FileError(operation: "write", path: path, errorNumber: failure) }
  }

  /// Reads to the end; fails once there is more than `limit`.
  ///
  /// - Parameters:
  ///   - limit: the most bytes that are accepted.
  ///   - expecting: the likely size, to allocate once.
  ///   - path: the name for messages.
  func readAll(limit: Int, expecting: Int, path: String) throws(FileError) -> [UInt8] {
    // One byte more than expected, so that the end of the file is seen without growing.
    var capacity = min(max(expecting, 0), limit) + 1
    var bytes: [UInt8] = []
    while true {
      var failure: Int32 = 0
      var atEnd = false
      let chunk = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, filled in
        while filled < buffer.count {
          let rest = UnsafeMutableRawBufferPointer(
            rebasing: UnsafeMutableRawBufferPointer(buffer)[filled...])
          let count = read(number, rest.baseAddress, rest.count)
          if count > 0 {
            filled += count
          } else if count == 0 {
            atEnd = true
            return
          } else if errno != EINTR {
            failure = errno
            return
          }
        }
      }
      if failure != 0 { throw FileError(operation: "read", path: path, errorNumber: failure) }
      if bytes.isEmpty { bytes = chunk } else { bytes += chunk }
      if bytes.count > limit { throw FileError.tooLarge(path, limit: limit) }
      if atEnd { return bytes }
      capacity = max(capacity, 1 << 16)
    }
  }

  /// Flushes what was written to the device.
  func synchronize(path: String) throws(FileError) {
    #if canImport(Darwin)
      // On Apple's systems fsync leaves the data in the drive's cache.
      if fcntl(number, F_FULLFSYNC) == 0 { return }
    #endif
    while fsync(number) != 0 {
      if errno == EINTR { continue }
      throw FileError(operation: "flush", path: path, errorNumber: errno)
    }
  }
}
