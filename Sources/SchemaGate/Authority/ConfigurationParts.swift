/// A copy of a file, or of some of a folder's files, that must stay identical.
public struct Embed: Hashable, Sendable {
  /// The governed file or folder.
  public let from: String
  /// Its copy.
  public let to: String
  /// Which files of a folder are copied; empty for all.
  public let match: [NamePattern]
  /// Its byte offset in the configuration file.
  public let offset: Int

  /// Whether a file of a folder is copied. Dot files never are.
  public func includes(_ name: String) -> Bool {
    !name.hasPrefix(".") && (match.isEmpty || match.contains { $0.matches(name) })
  }
}

/// The one place in source where the current payload version is declared.
public struct PayloadVersionPlace: Hashable, Sendable {
  /// The source file.
  public let file: String
  /// A regular expression with one group, which is the number.
  public let pattern: String
  /// Its byte offset in the configuration file.
  public let offset: Int
}

/// The table that a payload entity carries, and its columns that stay on the device.
public struct EntityParity: Hashable, Sendable {
  /// The entity.
  public let name: String
  /// The table.
  public let table: String
  /// Columns that are left out on purpose.
  public let local: [Placed<String>]
  /// Its byte offset in the configuration file.
  public let offset: Int
}

/// What columns of some name mean: type, and values that must pass and must not.
public struct VocabularyEntry: Sendable {
  /// The columns.
  public let columns: NamePattern
  /// What the word means, for messages.
  public let meaning: String
  /// The declared type, in upper case; nil for any.
  public let type: String?
  /// Values that the column must accept.
  public let accepts: [JSONValue]
  /// Values that the column must reject.
  public let rejects: [JSONValue]
  /// Its byte offset in the configuration file.
  public let offset: Int
}

/// An ordering that an index must serve.
public struct SortKey: Hashable, Sendable {
  /// How the ordering is given.
  public enum Form: Hashable, Sendable {
    /// A table, a condition where there is one, and the terms of ORDER BY.
    case terms(table: String, where: String?, orderBy: [String])
    /// A whole query.
    case query(String)
  }

  /// The name, for messages.
  public let name: String
  /// The ordering.
  public let form: Form
  /// Its byte offset in the configuration file.
  public let offset: Int
}

/// A key that is unique over the live rows of a table.
public struct NaturalKey: Hashable, Sendable {
  /// The table.
  public let table: String
  /// The columns, in no particular order.
  public let columns: [String]
  /// The SQL condition of live rows; nil where all are.
  public let live: String?
  /// Its byte offset in the configuration file.
  public let offset: Int
}

/// Names that may not appear, with the reason.
public struct ForbiddenColumn: Hashable, Sendable {
  /// The names.
  public let pattern: NamePattern
  /// Why.
  public let reason: String
  /// Its byte offset in the configuration file.
  public let offset: Int
}

/// Names that the app registers with SQLite itself.
public struct AssumedNames: Hashable, Sendable {
  /// Collations.
  public var collations: [String] = []
  /// SQL functions.
  public var functions: [String] = []
  /// Modules of virtual tables.
  public var modules: [String] = []

  /// Whether there are none.
  package var isEmpty: Bool { collations.isEmpty && functions.isEmpty && modules.isEmpty }
}

/// A waiver as the configuration has it; one without a reason is reported rather than refused.
public struct ConfiguredWaiver: Hashable, Sendable {
  /// The rule.
  public let rule: RuleID
  /// The object or the file, with `*`.
  public let object: NamePattern
  /// Why; nil or blank where nobody said.
  public let reason: String?
  /// The last day on which it holds, in UTC.
  public let until: CivilDate?
  /// Its byte offset in the configuration file.
  public let offset: Int
}

/// A release of SQLite, such as 3.43.2.
public struct SQLiteRelease: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The three parts of the number.
  public let major: Int, minor: Int, patch: Int

  /// Reads `3.43` or `3.43.2`; nil for anything else, and below 3.
  public init?(_ text: String) {
    guard let parts = dottedNumbers(text, count: 2...3), parts[0] >= 3 else { return nil }
    (major, minor, patch) = (parts[0], parts[1], parts.count > 2 ? parts[2] : 0)
  }

  /// The number as SQLite's own `sqlite3_libversion_number` has it: 3043002.
  public var number: Int { major * 1_000_000 + minor * 1000 + patch }

  /// The number with dots.
  public var description: String { "\(major).\(minor).\(patch)" }

  /// The order of the releases.
  public static func < (left: SQLiteRelease, right: SQLiteRelease) -> Bool {
    (left.major, left.minor, left.patch) < (right.major, right.minor, right.patch)
  }
}

/// A release of SchemaGate, such as 1.2 or 1.2.0.
public struct ToolRelease: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The parts of the number, trailing zeros removed.
  private let parts: [Int]
  /// The release as it was written.
  public let description: String

  /// Reads one to three numbers with dots between them; nil for anything else.
  public init?(_ text: String) {
    guard var parts = dottedNumbers(text, count: 1...3) else { return nil }
    while parts.last == 0 { parts.removeLast() }
    self.parts = parts
    description = text
  }

  /// The order of the releases.
  public static func < (left: ToolRelease, right: ToolRelease) -> Bool {
    left.parts.lexicographicallyPrecedes(right.parts)
  }

  /// Whether both are the same release: `1.2` is `1.2.0`.
  public static func == (left: ToolRelease, right: ToolRelease) -> Bool {
    left.parts == right.parts
  }

  /// Hashes what makes releases equal.
  public func hash(into hasher: inout Hasher) { hasher.combine(parts) }
}

/// Numbers of at most three digits with dots between them.
private func dottedNumbers(_ text: String, count: ClosedRange<Int>) -> [Int]? {
  let parts = text.split(separator: ".", omittingEmptySubsequences: false)
  guard count.contains(parts.count) else { return nil }
  let numbers = parts.compactMap { part in
    (1...3).contains(part.utf8.count) && part.utf8.allSatisfy { (48...57).contains($0) }
      ? Int(part) : nil
  }
  return numbers.count == parts.count ? numbers : nil
}
