/// Makes CREATE TABLE statements; SQLite refuses a part of them.
public struct TableGenerator {
  private var generator: InputGenerator
  private var sql = SQLPieces()
  private var columns: [String] = []
  private var hasPrimaryKey = false
  private var isStrict = false

  /// Creates a generator that a seed determines.
  public init(seed: UInt64) { generator = InputGenerator(seed: seed) }

  /// Returns a table called `t`.
  public mutating func table() -> SQLPieces {
    isStrict = generator.oneIn(3)
    var names = SQLPieces.bareNames + SQLPieces.quotedNames
    for _ in 0...generator.below(5) {
      columns.append(names.remove(at: generator.below(names.count)))
    }
    sql.keywords("CREATE TABLE")
    if generator.oneIn(3) { sql.keywords("IF NOT EXISTS") }
    if generator.oneIn(3) {
      sql.name("main")
      sql.raw(".")
    }
    sql.name("t")
    sql.raw("(")
    for (index, name) in columns.enumerated() {
      if index > 0 { sql.raw(",") }
      column(name)
    }
    for index in 0..<generator.below(4) {
      if index == 0 || generator.oneIn(2) { sql.raw(",") }
      tableConstraint()
    }
    sql.raw(")")
    let isWithoutRowID = hasPrimaryKey && generator.oneIn(4)
    if isWithoutRowID { sql.keywords("WITHOUT ROWID") }
    if isWithoutRowID && isStrict { sql.raw(",") }
    if isStrict { sql.keywords("STRICT") }
    return sql
  }

  private mutating func pick(_ choices: [String]) -> String {
    choices[generator.below(choices.count)]
  }

  private mutating func column(_ name: String) {
    sql.name(name)
    let standard = ["INT", "INTEGER", "REAL", "TEXT", "BLOB", "ANY"]
    let others = [
      "", "VARCHAR(10)", "DECIMAL (10, -2)", "varying character(3)", "[my type]", "'t'", "Key end",
      "integer", "date",
    ]
    sql.raw(isStrict ? pick(standard) : pick(standard + others))
    for _ in 0..<generator.below(4) { columnConstraint() }
  }

  private mutating func constraintName() {
    guard generator.oneIn(3) else { return }
    sql.keywords("CONSTRAINT")
    sql.name(pick(SQLPieces.bareNames + SQLPieces.quotedNames))
  }

  private mutating func conflict() {
    guard generator.oneIn(4) else { return }
    sql.keywords("ON CONFLICT " + pick(["ABORT", "FAIL", "IGNORE", "REPLACE", "ROLLBACK"]))
  }

  private mutating func columnConstraint() {
    constraintName()
    switch generator.below(10) {
    case 0:
      sql.keywords("NOT NULL")
      conflict()
    case 1:
      sql.keywords("NULL")
    case 2:
      sql.keywords("DEFAULT")
      sql.raw(
        pick([
          "1", "-1.5", "+ 2", "'x''y'", "x'00'", "NULL", "CURRENT_TIMESTAMP", "true", "abc",
          "(1 + 2)", "('a' || ('b'))", "((7))", "\"quoted\"", "0x1F",
        ]))
    case 3:
      sql.keywords("COLLATE")
      sql.raw(pick(["nocase", "\"RTRIM\"", "binary"]))
    case 4:
      sql.keywords("UNIQUE")
      conflict()
    case 5:
      check()
    case 6 where !hasPrimaryKey:
      hasPrimaryKey = true
      sql.keywords("PRIMARY KEY")
      if generator.oneIn(3) { sql.keywords(pick(["ASC", "DESC"])) }
      conflict()
      if generator.oneIn(4) { sql.keywords("AUTOINCREMENT") }
    case 7:
      sql.raw(pick(["GENERATED ALWAYS AS", "AS"]))
      sql.raw("(")
      sql.name(pick(columns))
      sql.raw("+ 1)")
      if generator.oneIn(2) { sql.keywords(pick(["STORED", "VIRTUAL"])) }
    default: references(count: 1)
    }
  }

  private mutating func tableConstraint() {
    constraintName()
    var names = columns
    let chosen = (0...generator.below(2)).compactMap { _ in
      names.isEmpty ? nil : names.remove(at: generator.below(names.count))
    }
    switch generator.below(4) {
    case 0 where !hasPrimaryKey:
      hasPrimaryKey = true
      sql.keywords("PRIMARY KEY")
      terms(chosen)
      conflict()
    case 1:
      check()
    case 2:
      sql.keywords("FOREIGN KEY")
      sql.names(chosen)
      references(count: chosen.count)
    default:
      sql.keywords("UNIQUE")
      terms(chosen)
      conflict()
    }
  }

  private mutating func terms(_ names: [String]) {
    sql.raw("(")
    for (index, name) in names.enumerated() {
      if index > 0 { sql.raw(",") }
      sql.name(name)
      if generator.oneIn(4) { sql.keywords("COLLATE nocase") }
      if generator.oneIn(4) { sql.keywords(pick(["ASC", "DESC"])) }
    }
    sql.raw(")")
  }

  private mutating func check() {
    sql.keywords("CHECK")
    sql.raw("(")
    sql.name(pick(columns))
    sql.raw(pick(["<> ')'", "IN (1, ('b'))", "IS NOT NULL", "LIKE 'x' ESCAPE '!'", "> 0"]))
    if generator.oneIn(2) {
      sql.keywords("OR")
      sql.name(pick(columns))
      sql.raw("= CASE WHEN 1 THEN 2 END")
    }
    sql.raw(")")
  }

  private mutating func references(count: Int) {
    sql.keywords("REFERENCES")
    sql.name(pick(["parent", "order", "t"]))
    if generator.oneIn(2) {
      sql.names((0..<count).map { SQLPieces.quotedNames[$0] })
    }
    for _ in 0..<generator.below(3) {
      sql.keywords(
        pick(["ON DELETE", "ON UPDATE"]) + " "
          + pick(["CASCADE", "SET NULL", "SET DEFAULT", "RESTRICT", "NO ACTION"]))
    }
    if generator.oneIn(6) { sql.keywords("MATCH FULL") }
    if generator.oneIn(4) {
      sql.keywords(pick(["NOT DEFERRABLE", "DEFERRABLE"]))
      if generator.oneIn(2) { sql.keywords(pick(["INITIALLY DEFERRED", "INITIALLY IMMEDIATE"])) }
    }
  }
}
