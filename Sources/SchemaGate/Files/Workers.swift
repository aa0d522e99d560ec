import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

/// Does many pieces of work on a few threads.
package enum Workers {
  /// How many processors there are.
  package static var processorCount: Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }

  /// Does `work` for each number below `count`, and returns when all are done.
  ///
  /// The order is that of the numbers, with as many at a time as there are threads. One of them is
  /// the caller's, so that nothing is left undone where no thread can be had.
  package static func run(
    _ count: Int, threads: Int, _ work: @escaping @Sendable (Int) -> Void
  ) {
    let job = Job(count: count, work: work)
    var started: [pthread_t] = []
    for _ in 1..<max(1, min(threads, count)) {
      let context = Unmanaged.passRetained(job)
      #if canImport(Darwin)
        var thread: pthread_t?
        let failure = pthread_create(&thread, nil, threadBody, context.toOpaque())
      #else
        var thread = pthread_t()
        let failure = pthread_create(&thread, nil, threadBodyOptional, context.toOpaque())
      #endif
      if failure != 0 {
        context.release()
        break
      }
      #if canImport(Darwin)
        if let thread { started.append(thread) }
      #else
        started.append(thread)
      #endif
    }
    job.run()
    for thread in started { pthread_join(thread, nil) }
  }
}

/// The numbers that are still to be done. A class because threads share it.
private final class Job: Sendable {
  private let next = Atomic<Int>(0)
  private let count: Int
  private let work: @Sendable (Int) -> Void

  init(count: Int, work: @escaping @Sendable (Int) -> Void) {
    self.count = count
    self.work = work
  }

  func run() {
    while true {
      let number = next.wrappingAdd(1, ordering: .relaxed).oldValue
      if number >= count { return }
      work(number)
    }
  }
}

#if canImport(Darwin)
  private func threadBody(_ context: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    Unmanaged<Job>.fromOpaque(context).takeRetainedValue().run()
    return nil
  }
#else
  private func threadBodyOptional(
    _ context: UnsafeMutableRawPointer?
  ) -> UnsafeMutableRawPointer? {
    if let context { Unmanaged<Job>.fromOpaque(context).takeRetainedValue().run() }
    return nil
  }
#endif
