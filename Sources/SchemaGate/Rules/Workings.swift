/// What a judgement worked with: the replayed database, the evidence, the answers of CHECKs.
///
/// A process that ends after its judgement leaves them in memory: its end frees at once what takes a
/// tenth of a check to free piece by piece. Compilers end the same way (clang's `-disable-free`).
package final class Workings {
  private var kept: [Any] = []

  package init() {}

  /// Keeps something for as long as this lives.
  func keep(_ thing: Any) { kept.append(thing) }

  /// Leaves all of it to the end of the process, which must be near.
  package func leaveToTheEndOfTheProcess() { _ = Unmanaged.passRetained(self) }
}
