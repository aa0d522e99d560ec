/// The SQLite that judges is older than SQL that it met: nothing can be said about that SQL.
struct SQLiteTooOld: Error, CustomStringConvertible {
  /// What the SQL uses.
  let feature: String
  /// The release that brought it.
  let needed: SQLiteRelease
  /// The release at hand.
  let found: SQLiteRelease
  /// Where it is used.
  let location: Location

  /// Says what is needed, and what there is.
  var description: String {
    let place =
      (location.path ?? "") + (location.position.map { ":\($0.line):\($0.column): " } ?? ": ")
    return "\(place)\(feature) came with SQLite \(needed), and this is \(found); judge it with a "
      + "newer SQLite"
  }

  /// Throws where SQLite's message about some SQL comes from its age.
  ///
  /// - Parameters:
  ///   - message: what SQLite says.
  ///   - source: the file in which it stands.
  ///   - position: where in the file, if a statement there failed; otherwise only functions that
  ///     the message names are looked for.
  static func check(
    _ message: String, in source: SourceText, at position: SourcePosition?,
    library: SQLiteRelease? = .library
  ) throws(SQLiteTooOld) {
    let signs = [
      "syntax error", "no such function", "unrecognized token", "no such tokenizer",
      "unrecognized option", "wrong number of arguments", "no such table: json",
    ]
    guard let library, signs.contains(where: { message.contains($0) }) else { return }
    let detector = SQLiteFeatureDetector(newerThan: library)
    let split = StatementSplitter(source.bytes)
    for statement in split.statements {
      if let position {
        let range = statement.range
        guard source.position(at: range.lowerBound) <= position,
          position <= source.position(at: range.upperBound)
        else { continue }
      }
      for (feature, offset) in detector.uses(in: split.cursor(statement)) {
        if position == nil, !isNamed(feature, by: foldedName(message)) { continue }
        throw SQLiteTooOld(
          feature: feature.name, needed: feature.since, found: library,
          location: .offset(offset, in: source))
      }
    }
  }

  /// Whether a message is about a function that is new, or newly takes so many arguments.
  private static func isNamed(_ feature: SQLiteFeature, by message: String) -> Bool {
    switch feature.use {
    case .functions(let names): names.contains { message.hasSuffix(": \($0)") }
    case .calls(let names, _):
      names.contains { message.hasSuffix("wrong number of arguments to function \($0)()") }
    default: false
    }
  }
}
