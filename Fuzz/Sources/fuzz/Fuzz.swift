import Foundation

/// Runs every check of the parsers on many inputs, and stops at the first that fails.
///
///     fuzz [seed [count]]
///
/// The same seed makes the same inputs. The seed is printed first, and a failing input in base64.
@main struct Fuzz {
  typealias Check = (
    name: String, run: @Sendable (inout InputGenerator) -> (input: [UInt8], fault: String?)
  )

  static let checks: [Check] = [
    (
      "tokenizer",
      { generator in
        let input = generator.mutate(generator.sql())
        return (input, FuzzChecks.tokenizer(input))
      }
    ),
    (
      "normalizer",
      { generator in
        let input = generator.mutate(generator.sql())
        let cuts = (0..<3).map { _ in 1 + generator.below(7) }
        return (input, FuzzChecks.normalizer(input, cuts: cuts))
      }
    ),
    (
      "lossy text",
      { generator in
        let input = generator.mutate(generator.sql(pieces: 15))
        return (input, FuzzChecks.lossy(input))
      }
    ),
    (
      "JSON",
      { generator in
        let input = generator.json()
        return (input, FuzzChecks.json(input))
      }
    ),
    (
      "noise",
      { generator in
        let input = (0..<generator.below(40)).map { _ in
          UInt8(truncatingIfNeeded: generator.next())
        }
        let fault =
          FuzzChecks.tokenizer(input) ?? FuzzChecks.normalizer(input, cuts: [1, 3])
          ?? FuzzChecks.lossy(input) ?? FuzzChecks.json(input)
        return (input, fault)
      }
    ),
  ]

  static func main() {
    let arguments = CommandLine.arguments
    let seed =
      arguments.count > 1 ? UInt64(arguments[1]) ?? 0 : UInt64.random(in: 0...UInt64.max)
    let count = arguments.count > 2 ? Int(arguments[2]) ?? 0 : 1_000_000
    print("seed \(seed), \(count) inputs a check")
    for check in checks {
      var generator = InputGenerator(seed: seed)
      let start = ContinuousClock.now
      for turn in 0..<count {
        let (input, fault) = check.run(&generator)
        if let fault {
          print("\(check.name), input \(turn): \(fault)")
          print(Data(input).base64EncodedString())
          exit(1)
        }
      }
      print("\(check.name): nothing found in \(ContinuousClock.now - start)")
    }
  }
}
