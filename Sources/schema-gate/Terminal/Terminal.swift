import SchemaGate
import Synchronization

/// Where commands print: results on standard output, everything else on standard error.
///
/// Standard output is gathered into large writes. When its reader goes away, the rest is dropped
/// and the work goes on, so that the exit status still tells the verdict.
final class Terminal: Sendable {
  /// Whether standard output gets colors.
  let outputHasColour: Bool
  /// Whether standard error gets colors.
  let errorsHaveColour: Bool
  /// How much to say.
  let verbosity: Verbosity
  /// Whether progress is shown.
  let showsProgress: Bool

  private let state = Mutex(State())

  private struct State {
    var pending: [UInt8] = []
    var outputFailure: StandardStream.WriteFailure?
    var progressIsShown = false
    var lastProgress: ContinuousClock.Instant?
  }

  init(colour: ColourChoice, verbosity: Verbosity = .normal) {
    outputHasColour = colour.applies(to: .output)
    errorsHaveColour = colour.applies(to: .errors)
    showsProgress =
      verbosity != .quiet && StandardStream.errors.isTerminal
      && Syscalls.environment("TERM") != "dumb"
    // What is done at once needs no progress, and would only flicker.
    state.withLock { $0.lastProgress = .now + .milliseconds(200) }
    self.verbosity = verbosity
  }

  // MARK: Standard output

  /// Prints one result, and ends its line.
  func print(_ text: String) {
    write(Array(text.utf8) + (text.utf8.last == UInt8(ascii: "\n") ? [] : [UInt8(ascii: "\n")]))
  }

  /// Writes a result as it is.
  func write(_ bytes: [UInt8]) {
    state.withLock { state in
      state.pending += bytes
      if state.pending.count >= 1 << 16 { Terminal.flush(&state) }
    }
  }

  /// The width of help pages: the terminal's, within what reads well.
  var helpWidth: Int { min(max(StandardStream.output.columns ?? 80, 40), 96) }

  /// Whether results are read by a person.
  var outputIsTerminal: Bool { StandardStream.output.isTerminal }

  // MARK: Standard error

  /// Says something that `-q` leaves out.
  func note(_ text: String) {
    if verbosity != .quiet { complain(text) }
  }

  /// Says something that only `-v` asks for.
  func detail(_ text: String) {
    if verbosity == .verbose { complain(text) }
  }

  /// Says that the work could not be done, and what to do.
  func fail(_ message: String, help: String? = nil) {
    let red = errorsHaveColour ? "\u{1B}[1;31m" : ""
    let plain = errorsHaveColour ? "\u{1B}[0m" : ""
    let text = Terminal.text(message, help)
    complain("\(red)error\(plain): \(text)")
  }

  /// Says that something is odd, and the work goes on.
  func warn(_ message: String, help: String? = nil) {
    let yellow = errorsHaveColour ? "\u{1B}[1;33m" : ""
    let plain = errorsHaveColour ? "\u{1B}[0m" : ""
    let text = Terminal.text(message, help)
    complain("\(yellow)warning\(plain): \(text)")
  }

  private static func text(_ message: String, _ help: String?) -> String {
    VisibleText.of(
      message + (help.map { "\n   = help: \($0)" } ?? ""), keepsLines: true)
  }

  private func complain(_ text: String) {
    state.withLock { state in
      Terminal.clearProgress(&state)
      // What was printed before stands before it, where both streams end up in one place.
      Terminal.flush(&state)
      // A message that cannot be written has nowhere else to go.
      _ = StandardStream.errors.write(Array("\(text)\n".utf8))
    }
  }

  /// Shows what is being done, on one line that the next one replaces; on a terminal only.
  func progress(_ text: @autoclosure () -> String) {
    guard showsProgress else { return }
    state.withLock { state in
      let now = ContinuousClock.now
      // Ten a second is as much as eyes follow; more would slow the work down.
      if let last = state.lastProgress, now - last < .milliseconds(100) { return }
      state.lastProgress = now
      let width = max(20, (StandardStream.errors.columns ?? 80) - 1)
      state.progressIsShown = true
      let line = text().prefix(width)
      _ = StandardStream.errors.write(Array("\r\u{1B}[K\(line)".utf8))
    }
  }

  // MARK: The end

  /// Writes what is left.
  ///
  /// - Returns: false where results were lost for another reason than a reader that went away.
  func finish() -> Bool {
    let failure = state.withLock { state in
      Terminal.clearProgress(&state)
      Terminal.flush(&state)
      return state.outputFailure
    }
    guard case .failed(let reason) = failure else { return true }
    fail("cannot write to standard output: \(reason)")
    return false
  }

  private static func flush(_ state: inout State) {
    if state.pending.isEmpty { return }
    if state.outputFailure == nil {
      state.outputFailure = StandardStream.output.write(state.pending)
    }
    state.pending.removeAll(keepingCapacity: true)
  }

  private static func clearProgress(_ state: inout State) {
    if state.progressIsShown {
      _ = StandardStream.errors.write(Array("\r\u{1B}[K".utf8))
      state.progressIsShown = false
    }
  }
}
