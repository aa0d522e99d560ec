/// Writes the schema of a database as the SQL that makes it anew.
package enum SchemaDump {
  /// Returns the statements: settings of the file first, then each table with its indexes and
  /// triggers, then views with theirs, in the order in which they were made.
  ///
  /// The text of each statement is what `sqlite_schema` keeps: comments inside of it stay, those
  /// between statements were never in the database. Only what would keep a file from having a
  /// digest is spelled otherwise. Rows are left out, and so is what SQLite or a virtual table makes
  /// by itself.
  ///
  /// - Parameters:
  ///   - connection: the database.
  ///   - excluded: names of tables to leave out with all that is on them.
  package static func sql(
    of connection: Connection, excluding excluded: [String] = []
  ) throws(SQLiteError) -> String {
    let catalog = try CatalogReader(connection: connection).read()
    var blocks: [String] = []
    let settings = try settings(of: connection)
    if !settings.isEmpty { blocks.append(settings.joined(separator: "\n")) }
    for table in catalog.tables where table.kind != .shadow {
      if excluded.contains(where: { sameName($0, table.name) }) { continue }
      var statements = [terminated(table.sql)]
      statements += table.indexes.compactMap(\.sql).map(terminated)
      statements += catalog.triggers(on: table.name).map { terminated($0.sql) }
      blocks.append(statements.joined(separator: "\n"))
    }
    for view in catalog.views {
      var statements = [terminated(view.sql)]
      statements += catalog.triggers(on: view.name).map { terminated($0.sql) }
      blocks.append(statements.joined(separator: "\n"))
    }
    return blocks.joined(separator: "\n\n") + (blocks.isEmpty ? "" : "\n")
  }

  /// The settings that a new file must be given before its first table, where not the usual ones.
  private static func settings(of connection: Connection) throws(SQLiteError) -> [String] {
    var lines: [String] = []
    for (name, usual) in [("page_size", Int64(4096)), ("auto_vacuum", 0)] {
      if let value = try connection.integer("PRAGMA main.\(name)"), value != usual {
        lines.append("PRAGMA \(name) = \(value);")
      }
    }
    if let encoding = try connection.text("PRAGMA main.encoding"), encoding != "UTF-8" {
      lines.append("PRAGMA encoding = '\(encoding)';")
    }
    if let mode = try connection.text("PRAGMA main.journal_mode"), mode == "wal" {
      lines.append("PRAGMA journal_mode = WAL;")
    }
    for name in ["application_id", "user_version"] {
      if let value = try connection.integer("PRAGMA main.\(name)"), value != 0 {
        lines.append("PRAGMA \(name) = \(value);")
      }
    }
    return lines
  }

  /// A statement with its semicolon, on a new line where a comment would swallow it.
  private static func terminated(_ sql: String) -> String {
    let sql = sound(sql)
    let endsInComment = SQLTokenizer.tokens(of: Array(sql.utf8)).last?.kind == .lineComment
    return endsInComment ? "\(sql)\n;" : "\(sql);"
  }

  /// A statement of the same tokens with a trustworthy digest: spaces beside comments, and double
  /// quotes around names in which a comment or a string would seem to begin.
  private static func sound(_ sql: String) -> String {
    let bytes = Array(sql.utf8)
    guard !LossyTextCheck.faults(in: bytes).isEmpty else { return sql }
    return SQLTokenizer.tokens(of: bytes).map { token in
      let text = token.text(in: bytes)
      switch token.kind {
      case .blockComment: return " \(text) "
      case .lineComment: return " \(text)"
      case .quotedName: return token.name(in: bytes).map(quoted) ?? text
      default: return text
      }
    }.joined()
  }
}
