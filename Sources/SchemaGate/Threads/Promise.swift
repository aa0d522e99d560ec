import Synchronization

/// A value that is worked out once: ahead, on another thread, or by whoever asks for it first.
///
/// Both may happen at the same time; one of them works, and the other waits.
package final class Promise<Value: Sendable>: Fulfillable {
  private enum State {
    case open(@Sendable () -> Value)
    case kept(Value)
    case withdrawn(@Sendable () -> Value)
  }

  private let state: Mutex<State>

  /// Promises what some work returns; nothing runs yet.
  package init(_ work: @escaping @Sendable () -> Value) {
    state = Mutex(.open(work))
  }

  /// The value; worked out now if nobody has begun to.
  package func value() -> Value {
    // What the work holds goes away after the lock, so that nobody waits for that.
    let (value, _) = state.withLock { state -> (Value, State?) in
      switch state {
      case .kept(let value): return (value, nil)
      case .open(let work), .withdrawn(let work):
        let (value, past) = (work(), state)
        state = .kept(value)
        return (value, past)
      }
    }
    return value
  }

  /// The value, waited for where somebody has begun to work it out; nil where nobody has, and then
  /// nobody will ahead.
  package func valueIfBegun() -> Value? {
    withdraw()
    return state.withLock { state in
      if case .kept(let value) = state { value } else { nil }
    }
  }

  package func fulfil() {
    _ = state.withLock { state -> State in
      let past = state
      if case .open(let work) = state { state = .kept(work()) }
      return past
    }
  }

  package func withdraw() {
    state.withLock { state in
      if case .open(let work) = state { state = .withdrawn(work) }
    }
  }
}

/// A promise of whatever value.
package protocol Fulfillable: Sendable {
  /// Works the value out, unless somebody does or did, or it was withdrawn.
  func fulfil()
  /// Has nobody work it out ahead, unless somebody has begun to.
  func withdraw()
}

/// Work beside the caller's.
package enum SideThread {
  /// Fulfils promises on another thread, in their order, while a body runs on this one.
  ///
  /// What the body asks for before its turn is worked out at once, on the calling thread; so all is
  /// as without another thread where there is none. What was not begun when the body ends is
  /// withdrawn; what was is waited for.
  package static func fulfilling<Result>(
    _ promises: [any Fulfillable], while body: () throws -> Result
  ) rethrows -> Result {
    let thread =
      WorkerPool.cores > 1 ? SystemThread { for promise in promises { promise.fulfil() } } : nil
    defer {
      for promise in promises { promise.withdraw() }
      thread?.join()
    }
    return try body()
  }
}

/// Something that one thread makes and another takes over, never both at once.
package struct Handover<Value>: @unchecked Sendable {
  package let value: Value

  package init(_ value: Value) { self.value = value }
}
