/// What was given to a command, already checked against what it takes.
struct Arguments: Sendable {
  /// The words that are neither options nor their values.
  var operands: [String] = []

  private var given: [String: [String]] = [:]

  /// Whether an option was given.
  func has(_ option: Option) -> Bool { given[option.name] != nil }

  /// The value of an option, where it was given.
  func value(_ option: Option) -> String? { given[option.name]?.last }

  /// The values of an option that repeats, in their order.
  func values(_ option: Option) -> [String] { given[option.name] ?? [] }

  /// The value of an option whose kind is a number.
  func number(_ option: Option) -> Int? { value(option).flatMap { Int($0) } }

  /// Notes that an option was given.
  mutating func add(_ option: Option, value: String = "") {
    given[option.name, default: []].append(value)
  }

  /// Refuses two options that exclude each other.
  func refuseBoth(_ left: Option, _ right: Option) throws(UsageError) {
    if has(left) && has(right) {
      throw UsageError(
        "'\(left.spelling)' and '\(right.spelling)' exclude each other", help: "leave one out")
    }
  }
}
