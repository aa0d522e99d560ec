#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

/// One of the three streams that a process starts with.
package struct StandardStream: Sendable {
  private let number: Int32

  /// Standard input.
  package static let input = StandardStream(number: 0)
  /// Standard output.
  package static let output = StandardStream(number: 1)
  /// Standard error.
  package static let errors = StandardStream(number: 2)

  /// Whether a person is at the other end.
  package var isTerminal: Bool { isatty(number) == 1 }

  /// The width of the terminal in columns; nil where there is none, or it doesn't say.
  package var columns: Int? {
    var size = winsize()
    guard ioctl(number, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  /// Writes all bytes.
  ///
  /// - Returns: nil when all were taken, else why not.
  package func write(_ bytes: [UInt8]) -> WriteFailure? {
    bytes.withUnsafeBytes { buffer in
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
          continue
        }
        switch errno {
        case EINTR: continue
        case EAGAIN:
          // Whoever shares the stream made it non-blocking: wait until it takes more.
          var wanted = pollfd(fd: number, events: Int16(POLLOUT), revents: 0)
          _ = poll(&wanted, 1, 1000)
        case EPIPE: return .closed
        case let failure: return .failed(String(cString: strerror(failure)))
        }
      }
      return nil
    }
  }

  /// Reads at most so many bytes; none at the end, nil where the stream cannot be read.
  package func read(_ limit: Int) -> [UInt8]? {
    var failed = false
    let bytes = [UInt8](unsafeUninitializedCapacity: limit) { buffer, filled in
      while true {
        #if canImport(Darwin)
          let count = Darwin.read(number, buffer.baseAddress, limit)
        #else
          let count = Glibc.read(number, buffer.baseAddress, limit)
        #endif
        if count >= 0 {
          filled = count
          return
        }
        if errno != EINTR {
          failed = true
          return
        }
      }
    }
    return failed ? nil : bytes
  }

  /// Why a stream took no more bytes.
  package enum WriteFailure: Sendable, Equatable {
    /// The reader went away, as `head` does when it has seen enough.
    case closed
    /// The system's words for anything else, such as a full disk.
    case failed(String)
  }
}

/// What a command line program needs of its own process.
package enum ThisProcess {
  /// Makes the standard streams safe to use; call it first.
  ///
  /// 1. A reader that goes away is seen as a failed write, and doesn't end the process in the
  ///    middle of its work.
  /// 2. A stream that the caller closed is opened on nothing: else the next file that is opened,
  ///    such as a database, would get its number, and be written over with messages.
  package static func prepareStreams() {
    signal(SIGPIPE, SIG_IGN)
    for number: Int32 in 0...2 where fcntl(number, F_GETFD) == -1 {
      // The lowest free number is taken, which is the one that was found to be free. Only for
      // reading, so that a write to it fails as one to a closed stream does.
      _ = open("/dev/null", O_RDONLY)
    }
  }

  /// Ends the process.
  package static func exit(_ status: Int32) -> Never {
    #if canImport(Darwin)
      Darwin.exit(status)
    #else
      Glibc.exit(status)
    #endif
  }

  /// Makes a folder the current one; on failure, returns the system's words for it.
  package static func changeFolder(_ path: String) -> String? {
    chdir(path) == 0 ? nil : String(cString: strerror(errno))
  }

  /// The path of the running program; nil where the system doesn't tell.
  package static func executablePath() -> String? {
    #if canImport(Darwin)
      var size = UInt32(0)
      _ = _NSGetExecutablePath(nil, &size)
      var buffer = [CChar](repeating: 0, count: Int(size))
      guard _NSGetExecutablePath(&buffer, &size) == 0 else { return nil }
      let said = String(
        decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    #else
      let said = "/proc/self/exe"
    #endif
    do throws(FileError) {
      return try Syscalls.realPath(said)
    } catch {
      // It was replaced while it runs, as by an update.
      return nil
    }
  }

  /// Seconds since 1970-01-01T00:00:00Z.
  package static func secondsSince1970() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec)
  }
}

extension Syscalls {
  /// Whether something is at a path, as far as the user may see it.
  package static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }
}
