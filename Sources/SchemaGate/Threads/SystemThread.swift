#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

/// A thread of the operating system.
struct SystemThread {
  private let id: pthread_t

  /// Starts a thread; nil where the system has none to give.
  init?(_ body: @escaping @Sendable () -> Void) {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    // SQLite and Swift want more than the 512 KB that some systems give a thread.
    pthread_attr_setstacksize(&attributes, 8 << 20)
    let context = Unmanaged.passRetained(ThreadBody(body))
    #if canImport(Darwin)
      var thread: pthread_t?
    #else
      var thread = pthread_t()
    #endif
    guard pthread_create(&thread, &attributes, runThreadBody, context.toOpaque()) == 0 else {
      context.release()
      return nil
    }
    #if canImport(Darwin)
      guard let thread else { return nil }
    #endif
    id = thread
  }

  /// Waits for its end.
  func join() { pthread_join(id, nil) }
}

/// What a thread runs, without generics, so that C can hold it.
private final class ThreadBody: Sendable {
  let run: @Sendable () -> Void
  init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}

#if canImport(Darwin)
  private let runThreadBody: @convention(c) (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? =
    {
      Unmanaged<ThreadBody>.fromOpaque($0).takeRetainedValue().run()
      return nil
    }
#else
  private let runThreadBody: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? =
    { context in
      guard let context else { return nil }
      Unmanaged<ThreadBody>.fromOpaque(context).takeRetainedValue().run()
      return nil
    }
#endif
