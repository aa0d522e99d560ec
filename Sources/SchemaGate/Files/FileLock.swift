#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

/// An exclusive lock between processes, held until it is released or its process ends, however.
///
/// Uses flock(2), so that a killed holder leaves nothing behind that blocks others.
struct FileLock: ~Copyable {
  private let descriptor: FileDescriptor
  /// The lock file to take away at release; nil where the locked thing is not ours to remove.
  private let lockFile: String?

  /// Takes the lock of a file made for that purpose, which goes away again at release.
  ///
  /// - Parameters:
  ///   - path: the lock file; it is made where it is missing.
  ///   - patience: how long to wait for another holder; past it, a `busy` error.
  init(file path: String, patience: Duration) throws(FileError) {
    let deadline = ContinuousClock.now + patience
    while true {
      let descriptor = try Syscalls.open(
        path, O_RDWR | O_CREAT | O_NOFOLLOW, mode: 0o600, operation: "lock")
      try FileLock.lock(descriptor, path: path, deadline: deadline)
      // The holder before us removed the file while we waited: then we hold a lock that nobody
      // else can see, and must take the one of the file that has the name now.
      let mine = try Syscalls.status(of: descriptor, path: path)
      if let named = try Syscalls.linkStatus(path), named.isSameFile(as: mine) {
        self.descriptor = descriptor
        lockFile = path
        return
      }
    }
  }

  /// Takes the lock of an existing folder; nothing is made, and nothing is left.
  init(folder path: String, patience: Duration) throws(FileError) {
    let descriptor = try Syscalls.open(path, O_RDONLY | O_DIRECTORY, operation: "lock")
    try FileLock.lock(descriptor, path: path, deadline: ContinuousClock.now + patience)
    self.descriptor = descriptor
    lockFile = nil
  }

  deinit {
    // Removed while still held: whoever waits on it notices and takes a new one.
    if let lockFile { _ = unlink(lockFile) }
  }

  /// Gives the lock back.
  consuming func release() {}

  private static func lock(
    _ descriptor: borrowing FileDescriptor, path: String, deadline: ContinuousClock.Instant
  ) throws(FileError) {
    while flock(descriptor.number, LOCK_EX | LOCK_NB) != 0 {
      let failure = errno
      if failure == EINTR { continue }
      if failure != EWOULDBLOCK || ContinuousClock.now >= deadline {
        throw FileError(operation: "lock", path: path, errorNumber: failure)
      }
      usleep(10_000)
    }
  }
}
