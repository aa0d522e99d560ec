/// What a rule found, before the runner says which rule it was and how much it weighs.
public struct Finding: Hashable, Sendable {
  /// What is wrong, with both values; lower-case start, no final period, names in single quotes.
  public var message: String

  /// Where it is.
  public var location: Location

  /// The values behind the message, one line each, such as `frozen 0ca4e0ea52b7…, now 51ab…`.
  public var details: [String]

  /// What to do next: starts with a verb, and gives the exact command where there is one.
  public var help: String?

  /// Other places that explain the finding.
  public var related: [RelatedLocation]

  /// Expected and found values as data, whole, for machine formats.
  public var facts: [Fact]

  /// What it claims to report, where another rule may see the same.
  var claim: FaultClaim?

  /// Creates a finding; only its message and place are needed.
  public init(
    _ message: String, at location: Location, details: [String] = [], help: String? = nil,
    related: [RelatedLocation] = [], facts: [Fact] = []
  ) {
    self.message = message
    self.location = location
    self.details = details
    self.help = help
    self.related = related
    self.facts = facts
  }
}

/// A second place, with what it has to do with the finding.
public struct RelatedLocation: Hashable, Sendable {
  /// What is there.
  public var message: String
  /// Where it is.
  public var location: Location

  /// Creates a related location.
  public init(_ message: String, at location: Location) {
    self.message = message
    self.location = location
  }
}

/// One named value behind a finding.
public struct Fact: Hashable, Sendable {
  /// The name, such as `expected` or `found`.
  public var name: String
  /// The value, never shortened.
  public var value: String

  /// Creates a fact.
  public init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }
}
