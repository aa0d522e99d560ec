#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

/// Runs the same work on many things, on as many threads as there are cores.
///
/// Threads of its own, because the work blocks: on disks, and on locks that other processes hold.
package enum WorkerPool {
  /// How many cores this process may use; at least one.
  package static var cores: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

  /// Does some work on each element, and hands the results on in the order of the elements.
  ///
  /// - Parameters:
  ///   - elements: what to work on.
  ///   - workers: how many threads.
  ///   - work: runs on several threads at once.
  ///   - each: runs on the calling thread, for each result as soon as it and all before are there;
  ///     false stops the work that hasn't begun.
  package static func run<Element: Sendable, Result: Sendable>(
    _ elements: [Element], workers: Int = cores, work: @escaping @Sendable (Element) -> Result,
    each: (Element, Result) -> Bool
  ) {
    if elements.isEmpty { return }
    let queue = WorkQueue(elements, work)
    let threads = (0..<max(1, min(workers, elements.count))).compactMap { _ in
      SystemThread { queue.work() }
    }
    // Without a single thread the calling one does it all.
    if threads.isEmpty { queue.work() }
    for index in elements.indices {
      if !each(elements[index], queue.result(at: index)) {
        queue.stop()
        break
      }
    }
    for thread in threads { thread.join() }
  }
}

/// The elements, and the results so far; its lock guards everything that changes.
private final class WorkQueue<Element: Sendable, Result: Sendable>: @unchecked Sendable {
  private let elements: [Element]
  private let body: @Sendable (Element) -> Result
  private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var next = 0
  private var results: [Int: Result] = [:]

  init(_ elements: [Element], _ body: @escaping @Sendable (Element) -> Result) {
    self.elements = elements
    self.body = body
    pthread_mutex_init(lock, nil)
    pthread_cond_init(changed, nil)
  }

  deinit {
    pthread_cond_destroy(changed)
    pthread_mutex_destroy(lock)
    changed.deallocate()
    lock.deallocate()
  }

  func work() {
    pthread_mutex_lock(lock)
    while next < elements.count {
      let index = next
      next += 1
      pthread_mutex_unlock(lock)
      let result = body(elements[index])
      pthread_mutex_lock(lock)
      results[index] = result
      pthread_cond_broadcast(changed)
    }
    pthread_mutex_unlock(lock)
  }

  func stop() {
    pthread_mutex_lock(lock)
    next = elements.count
    pthread_mutex_unlock(lock)
  }

  /// Waits for one result, and takes it.
  func result(at index: Int) -> Result {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    while true {
      if let result = results.removeValue(forKey: index) { return result }
      pthread_cond_wait(changed, lock)
    }
  }
}
