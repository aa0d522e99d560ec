/// How a version fills the table that replaces another: which columns its statements name, and what
/// comes into them.
struct RebuildCopy {
  /// The columns, folded, that INSERT names or UPDATE sets; nil where a copy goes by position, or
  /// where no statement of the version fills the table.
  private(set) var columns: Set<String>?
  /// The columns, folded, that are filled from one column as it is, with that column's name.
  private(set) var sources: [String: String] = [:]
  /// The columns, folded, that are filled from anything else, or set after.
  private(set) var computed: Set<String> = []

  /// Reads the statements that fill a table.
  init(_ rebuild: Rebuild, in version: ReplayedVersion) {
    let program = version.migration.program
    let names = RebuildCopy.names(of: rebuild.after.name, in: version)
    var named: Set<String> = []
    var isFilled = false
    for statement in version.statements where statement.verb.changesData {
      let tables = statement.ownEffects.filter { $0.kind == .insert || $0.kind == .update }
      let isOld = tables.contains { sameName($0.name, rebuild.before.name) }
      guard isOld || tables.contains(where: { names.contains(foldedName($0.name)) }) else {
        continue
      }
      let cursor = statement.cursor(in: program)
      let target = RebuildCopy.target(cursor)
      if let target, names.contains(foldedName(target.table)) {
        guard let list = target.columns else { return }
        isFilled = true
        named.formUnion(list.map(foldedName))
      }
      for assignment in ColumnAssignments(in: cursor, catalog: Catalog()).found {
        let column = foldedName(assignment.column)
        named.insert(column)
        if target != nil, let source = RebuildCopy.column(cursor.part(assignment.tokens)) {
          sources[column] = source
        } else {
          computed.insert(column)
        }
      }
    }
    if isFilled { columns = named }
  }

  /// What a table was called on the way to its name, folded.
  private static func names(of table: String, in version: ReplayedVersion) -> Set<String> {
    var names: Set<String> = [foldedName(table)]
    for statement in version.statements.reversed() where statement.verb == .alter {
      guard case .rename(let new) = TableAlteration.read(statement, in: version.migration.program),
        names.contains(foldedName(new)),
        let old = statement.ownEffects.first(where: { $0.kind == .alterTable })?.name
      else { continue }
      names.insert(foldedName(old))
    }
    return names
  }

  /// The table of an INSERT, with its list of columns; nil for other statements.
  private static func target(_ statement: SQLTokenCursor) -> (table: String, columns: [String]?)? {
    var cursor = statement
    while !cursor.isAtEnd, !cursor.isAt("INTO") {
      if cursor.isAt("UPDATE") || cursor.isAt("DELETE") { return nil }
      if cursor.takeGroup() == nil { cursor.advance() }
    }
    guard cursor.take("INTO"), var name = cursor.takeName() else { return nil }
    if cursor.take(.dot), let second = cursor.takeName() { name = second }
    if cursor.take("AS") { _ = cursor.takeName() }
    return (name.text, DeclarationReader.names(&cursor)?.map(\.text))
  }

  /// The column that an expression is, qualified or not; nil for any other expression.
  private static func column(_ cursor: SQLTokenCursor) -> String? {
    var cursor = cursor
    guard let first = cursor.peek(), first.kind == .word || first.kind == .quotedName,
      !first.isKeyword("NULL", in: cursor.bytes), var name = cursor.takeName()
    else { return nil }
    while cursor.take(.dot) {
      guard let next = cursor.takeName() else { return nil }
      name = next
    }
    return cursor.isAtEnd ? name.text : nil
  }
}
