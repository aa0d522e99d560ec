/// SQL as a list of tokens that can be spelled in many ways that all mean the same.
public struct SQLPieces: Sendable {
  enum Piece: Sendable {
    case keyword(String)
    case name(String)
    case raw(String)
  }

  var pieces: [Piece] = []

  /// Creates an empty list.
  public init() {}

  mutating func keywords(_ text: String) {
    pieces += text.split(separator: " ").map { .keyword(String($0)) }
  }

  mutating func name(_ text: String) { pieces.append(.name(text)) }

  mutating func raw(_ text: String) { pieces.append(.raw(text)) }

  mutating func names(_ names: [String]) {
    raw("(")
    for (index, name) in names.enumerated() {
      if index > 0 { raw(",") }
      self.name(name)
    }
    raw(")")
  }

  /// Spells the SQL plainly: keywords in upper case, names in double quotes, one space between.
  public var plain: String {
    pieces.map { piece in
      switch piece {
      case .keyword(let text), .raw(let text): text
      case .name(let text): SQLPieces.quote(text, "\"", "\"")
      }
    }.joined(separator: " ")
  }

  /// Spells the SQL in a way that a generator chooses: case, quotes, white space and comments.
  public func spelled(by generator: inout InputGenerator) -> String {
    var text = ""
    for piece in pieces {
      switch piece {
      case .keyword(let word):
        text += generator.oneIn(3) ? word.lowercased() : word
      case .name(let name):
        text += spell(name, by: &generator)
      case .raw(let raw):
        text += raw
      }
      text += [" ", "\n  ", "\t", " /* ) , ' */ ", " -- it's \"\n", "  "][generator.below(6)]
    }
    return text
  }

  private func spell(_ name: String, by generator: inout InputGenerator) -> String {
    // Declared names keep their case; SQLite reports them as they were written.
    switch generator.below(4) {
    case 0 where SQLPieces.bareNames.contains(name): return name
    case 1: return SQLPieces.quote(name, "`", "`")
    case 2 where !name.contains("]"): return "[" + name + "]"
    default: return SQLPieces.quote(name, "\"", "\"")
    }
  }

  private static func quote(_ name: String, _ open: Character, _ close: Character) -> String {
    var text = String(open)
    for character in name {
      text.append(character)
      if character == close { text.append(close) }
    }
    return text + String(close)
  }

  /// Names that need no quotes, some of them keywords with a fallback.
  public static let bareNames = ["id", "a", "Key", "end", "desc", "é", "generated", "row"]
  /// Names that do.
  public static let quotedNames = ["b c", "order", "x\"y", "check", "null", "it's", "a]b"]
}
