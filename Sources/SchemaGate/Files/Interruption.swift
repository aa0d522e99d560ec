import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

/// Ends long work in order when the user presses Ctrl-C, or the system asks the process to end.
package enum Interruption {
  /// Begins to listen: the first signal is noted, the second ends the process as usual.
  package static func listen() {
    // Made before any signal can come: a handler must not be the first to touch it.
    _ = isRequested
    for number in [SIGINT, SIGTERM] {
      signal(number) { number in
        Interruption.received.store(true, ordering: .relaxed)
        signal(number, SIG_DFL)
      }
    }
  }

  /// Whether a signal has come.
  package static var isRequested: Bool { received.load(ordering: .relaxed) }

  /// A signal handler can reach nothing but what is global.
  private static let received = Atomic<Bool>(false)
}
