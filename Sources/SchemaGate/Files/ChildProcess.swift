#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

/// A program that was started, with its three streams connected to this process.
///
/// The streams are sockets: a write to a pipe that the program no longer reads would kill this
/// process by SIGPIPE, and Linux makes sockets that other children never inherit in one step. A
/// class because it owns the process: one that was not waited for is ended and waited for when the
/// value goes.
final class ChildProcess {
  private let number: pid_t
  private var input: FileDescriptor?
  private var output: FileDescriptor
  private var errors: FileDescriptor
  private var status: Int32?
  private let program: String

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - program: a name to look up in `PATH`, or a path.
  ///   - arguments: the arguments after the program's name.
  ///   - environment: the whole environment; nil for this process's own.
  init(
    _ program: String, _ arguments: [String], environment: [String]? = nil
  ) throws(FileError) {
    self.program = program
    let inputs = try ChildProcess.socketPair(program)
    let outputs = try ChildProcess.socketPair(program)
    let complaints = try ChildProcess.socketPair(program)

    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
    #else
      var actions = posix_spawn_file_actions_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, inputs.theirs.number, 0)
    posix_spawn_file_actions_adddup2(&actions, outputs.theirs.number, 1)
    posix_spawn_file_actions_adddup2(&actions, complaints.theirs.number, 2)

    let list = ([program] + arguments).map { strdup($0) } + [nil]
    let variables = (environment ?? ChildProcess.environment()).map { strdup($0) } + [nil]
    defer {
      for pointer in list { free(pointer) }
      for pointer in variables { free(pointer) }
    }
    var started: pid_t = 0
    let failure = posix_spawnp(&started, program, &actions, nil, list, variables)
    if failure != 0 {
      throw FileError(operation: "run", path: program, errorNumber: failure)
    }
    number = started
    input = FileDescriptor(owning: inputs.ours.release())
    output = outputs.ours
    errors = complaints.ours
  }

  deinit {
    if status == nil {
      kill(number, SIGKILL)
      var ignored: Int32 = 0
      while waitpid(number, &ignored, 0) < 0 && errno == EINTR {}
    }
  }

  /// Writes to the program's standard input; false where it reads no more.
  func send(_ bytes: [UInt8]) -> Bool {
    guard let descriptor = input?.number else { return false }
    return bytes.withUnsafeBytes { buffer in
      var done = 0
      while done < buffer.count {
        let count = ChildProcess.send(descriptor, buffer, from: done)
        if count > 0 {
          done += count
        } else if errno != EINTR {
          return false
        }
      }
      return true
    }
  }

  /// Ends the program's standard input.
  func closeInput() { input = nil }

  /// Reads some bytes of the program's output, at most as many as asked for; none at its end.
  func receive(_ limit: Int) throws(FileError) -> [UInt8] {
    while true {
      let (bytes, failure) = ChildProcess.receive(output.number, limit)
      if failure == EINTR { continue }
      if failure != 0 {
        throw FileError(operation: "read the output of", path: program, errorNumber: failure)
      }
      return bytes
    }
  }

  /// Waits for the end.
  ///
  /// - Returns: the exit status, or the negative number of the signal that ended it, and what it
  ///   wrote to standard error and was not read yet.
  func wait() throws(FileError) -> (status: Int32, errors: [UInt8]) {
    closeInput()
    var said: [UInt8] = []
    while true {
      let (bytes, failure) = ChildProcess.receive(errors.number, 1 << 16)
      if failure == EINTR { continue }
      if bytes.isEmpty { break }
      if said.count < 1 << 16 { said += bytes }
    }
    return (try reap(), said)
  }

  private func reap() throws(FileError) -> Int32 {
    if let status { return status }
    var raw: Int32 = 0
    while waitpid(number, &raw, 0) < 0 {
      if errno != EINTR {
        throw FileError(operation: "wait for", path: program, errorNumber: errno)
      }
    }
    let signal = raw & 0x7F
    let result = signal == 0 ? (raw >> 8) & 0xFF : -signal
    status = result
    return result
  }
}

extension ChildProcess {
  /// What a program left behind.
  struct Result: Sendable {
    /// The exit status, or the negative number of the signal that ended it.
    let status: Int32
    let output: [UInt8]
    let errors: [UInt8]
  }

  /// Runs a program to its end, feeding it and reading it at once, so that no full pipe blocks.
  ///
  /// - Parameters:
  ///   - program: a name to look up in `PATH`, or a path.
  ///   - arguments: the arguments after the program's name.
  ///   - environment: the whole environment; nil for this process's own.
  ///   - input: what it reads on standard input.
  ///   - limit: the most bytes of output that are accepted.
  static func run(
    _ program: String, _ arguments: [String], environment: [String]? = nil, input: [UInt8] = [],
    limit: Int = 1 << 30
  ) throws(FileError) -> Result {
    let child = try ChildProcess(program, arguments, environment: environment)
    return try child.exchange(input, limit: limit)
  }

  private func exchange(_ bytes: [UInt8], limit: Int) throws(FileError) -> Result {
    var sent = 0
    var collected: [UInt8] = []
    var said: [UInt8] = []
    if bytes.isEmpty { closeInput() }
    if let descriptor = input?.number {
      _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    }
    var open = [true, true]
    while open[0] || open[1] {
      var events = [
        pollfd(fd: open[0] ? output.number : -1, events: Int16(POLLIN), revents: 0),
        pollfd(fd: open[1] ? errors.number : -1, events: Int16(POLLIN), revents: 0),
        pollfd(fd: input?.number ?? -1, events: Int16(POLLOUT), revents: 0),
      ]
      if poll(&events, 3, -1) < 0 {
        if errno == EINTR { continue }
        throw FileError(operation: "wait for", path: program, errorNumber: errno)
      }
      for stream in 0..<2 where events[stream].revents != 0 {
        let (part, failure) = ChildProcess.receive(events[stream].fd, 1 << 16)
        if failure == EINTR { continue }
        if part.isEmpty { open[stream] = false }
        if stream == 0 { collected += part } else if said.count < 1 << 16 { said += part }
        if collected.count > limit {
          throw FileError.tooLarge("the output of \(program)", limit: limit)
        }
      }
      if events[2].revents != 0, let descriptor = input?.number {
        let count = bytes.withUnsafeBytes { ChildProcess.send(descriptor, $0, from: sent) }
        if count > 0 { sent += count }
        // A program that reads no more has what it wants; its status tells whether it is content.
        let isRefused = count <= 0 && errno != EINTR && errno != EAGAIN
        if sent == bytes.count || isRefused { closeInput() }
      }
    }
    closeInput()
    return Result(status: try reap(), output: collected, errors: said)
  }

  /// This process's environment, as `NAME=value`.
  static func environment() -> [String] {
    var result: [String] = []
    var next = environ
    while let entry = next.pointee {
      result.append(String(cString: entry))
      next += 1
    }
    return result
  }

  private static func send(_ descriptor: Int32, _ buffer: UnsafeRawBufferPointer, from: Int) -> Int
  {
    let rest = UnsafeRawBufferPointer(rebasing: buffer[from...])
    #if canImport(Darwin)
      return Darwin.send(descriptor, rest.baseAddress, rest.count, 0)
    #else
      return Glibc.send(descriptor, rest.baseAddress, rest.count, Int32(MSG_NOSIGNAL))
    #endif
  }

  private static func receive(_ descriptor: Int32, _ limit: Int) -> ([UInt8], failure: Int32) {
    var failure: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: limit) { buffer, filled in
      let count = read(descriptor, buffer.baseAddress, limit)
      if count < 0 { failure = errno } else { filled = count }
    }
    return (bytes, failure)
  }

  /// A pair of connected sockets that children do not inherit by accident.
  private static func socketPair(_ program: String) throws(FileError) -> Pair {
    var ends: [Int32] = [-1, -1]
    #if canImport(Darwin)
      let result = socketpair(AF_UNIX, SOCK_STREAM, 0, &ends)
    #else
      let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
      let result = socketpair(AF_UNIX, kind, 0, &ends)
    #endif
    if result != 0 { throw FileError(operation: "run", path: program, errorNumber: errno) }
    #if canImport(Darwin)
      var on: Int32 = 1
      setsockopt(
        ends[0], SOL_SOCKET, SO_NOSIGPIPE, &on, socklen_t(MemoryLayout<Int32>.size))
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    #endif
    return Pair(ours: FileDescriptor(owning: ends[0]), theirs: FileDescriptor(owning: ends[1]))
  }

  private struct Pair: ~Copyable {
    let ours: FileDescriptor
    let theirs: FileDescriptor
  }
}
