/// What the name of a file in the migrations folder says.
enum MigrationFileName: Hashable, Sendable {
  /// `NNN_<name>.sql`, well formed.
  case migration(Version, name: String)

  /// Ends in `.sql`, and is no name of a migration; the number where it has a readable one.
  case malformed(reason: String, help: String, number: Int?)

  /// Not governed: a dot file or a README.
  case ignored

  /// Anything else.
  case foreign

  /// Reads a file's name; looks at nothing but ASCII, so that no other script's digits pass.
  init(_ name: String) {
    if name.hasPrefix(".") || MigrationFileName.isReadme(name) {
      self = .ignored
    } else if name.utf8.count < 4 || String(name.suffix(4)).lowercased() != ".sql" {
      self = .foreign
    } else {
      self = MigrationFileName.judge(name)
    }
  }

  private static func isReadme(_ name: String) -> Bool {
    let lower = name.lowercased()
    return lower == "readme" || (lower.hasPrefix("readme.") && !lower.hasSuffix(".sql"))
  }

  private static func judge(_ name: String) -> MigrationFileName {
    let digits = name.utf8.prefix { (48...57).contains($0) }
    let rest = String(name.dropFirst(digits.count).dropLast(4))
    guard !digits.isEmpty, rest.hasPrefix("_"), rest.utf8.count > 1 else {
      return .malformed(
        reason: "its name is not NNN_<name>.sql",
        help: "rename it to NNN_<name>.sql with the next number, or move it out of the folder",
        number: Version.number(digits: String(Substring(digits))))
    }
    let words = String(rest.dropFirst())
    guard let number = Version.number(digits: String(Substring(digits))) else {
      return .malformed(
        reason: "its number is above \(Version.maximum), the largest version",
        help: "number migrations one after another; time stamps are not versions", number: nil)
    }
    guard let version = Version(number) else {
      return .malformed(
        reason: "version 000 does not exist",
        help: "give it the next number; 001 is the baseline, and migrations begin at 002",
        number: number)
    }
    if version.isBaseline {
      return .malformed(
        reason: "version 001 is the baseline, which is schema.sql",
        help: "give it the next number, from 002 on", number: number)
    }
    let better = VersionIdentity.lockName(version, spelled(words))
    if name == better { return .migration(version, name: words) }
    let lower = words.lowercased()
    if [".down", ".undo", ".rollback"].contains(where: lower.hasSuffix) {
      return .malformed(
        reason: "a ladder only goes up",
        help: "move it out of the folder; what takes a change back is a migration of its own: "
          + "schema-gate new <name>", number: number)
    }
    let isPadding = String(Substring(digits)) != version.padded
    return .malformed(
      reason: isPadding
        ? "its number is not padded to '\(version.padded)'"
        : "its name may hold only a-z, 0-9 and _, and end in .sql",
      help: "rename it to '\(better)'", number: number)
  }

  /// The nearest allowed name.
  static func spelled(_ words: String) -> String {
    let bytes = words.lowercased().utf8.map { byte -> UInt8 in
      switch byte {
      case 97...122, 48...57, 95: byte
      default: 95
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
