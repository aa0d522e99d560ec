import Synchronization
import Testing

@testable import SchemaGate

@Suite struct PromiseTests {
  /// Counts how often some work was done.
  private final class Tally: Sendable {
    let count = Atomic(0)
    func add() -> Int { count.add(1, ordering: .relaxed).newValue }
  }

  @Test func aValueIsWorkedOutOnceHoweverManyAsk() {
    let tally = Tally()
    let promise = Promise { tally.add() }
    var values: [Int] = []
    WorkerPool.run(Array(0..<64), workers: 8, work: { _ in promise.value() }) { _, value in
      values.append(value)
      return true
    }
    #expect(values == Array(repeating: 1, count: 64))
    #expect(tally.count.load(ordering: .relaxed) == 1)
  }

  @Test func whatTheBodyAsksForIsThereWhoeverWorkedItOut() {
    for _ in 0..<200 {
      let first = Promise { 1 }
      let second = Promise { first.value() + 1 }
      let third = Promise { second.value() + first.value() }
      // The other order than that in which they are fulfilled.
      let values = SideThread.fulfilling([first, second, third]) {
        [third.value(), second.value(), first.value()]
      }
      #expect(values == [3, 2, 1])
    }
  }

  @Test func whatWasNotBegunWhenTheBodyEndsIsNeverWorkedOutAhead() {
    let tally = Tally()
    let gate = Promise { 0 }
    let promise = Promise { tally.add() }
    promise.withdraw()
    SideThread.fulfilling([gate, promise]) { _ = gate.value() }
    #expect(tally.count.load(ordering: .relaxed) == 0)
    #expect(promise.valueIfBegun() == nil)
    // Whoever asks still gets it.
    #expect(promise.value() == 1)
    #expect(promise.valueIfBegun() == 1)
  }

  @Test func aBodyThatThrowsLeavesNoThreadBehind() {
    struct Failure: Error {}
    let tally = Tally()
    let promise = Promise { tally.add() }
    #expect(throws: Failure.self) {
      try SideThread.fulfilling([promise]) { throw Failure() }
    }
    let count = tally.count.load(ordering: .relaxed)
    #expect(count == 0 || promise.value() == 1)
    #expect(tally.count.load(ordering: .relaxed) == count)
  }
}
