extension Closure {
  /// Finds which triggers keep tables or views from being written.
  ///
  /// SQLite's message names no trigger, and stops at the first. So all triggers are taken away
  /// inside a transaction that is rolled back, and tried one at a time; what fails without any is
  /// the table itself.
  ///
  /// - Returns: what is broken, by the key of the table or view. Nothing for one that fails only
  ///   because of another table's triggers.
  func culprits(
    _ failed: [SchemaObjects.Object], objects: SchemaObjects, connection: Connection
  ) throws(SQLiteError) -> [(key: String, breaks: [ClosureBreak])] {
    var texts: [Int64: String] = [:]
    for object in failed {
      for trigger in objects.triggers(on: foldedName(object.name)) {
        texts[trigger.rowID] = try objects.text(of: trigger, connection)
      }
    }
    try connection.execute("BEGIN")
    let result: [(key: String, breaks: [ClosureBreak])]
    do throws(SQLiteError) {
      try connection.execute("PRAGMA writable_schema = ON")
      try connection.execute("DELETE FROM main.sqlite_schema WHERE type = 'trigger'")
      try connection.execute("PRAGMA writable_schema = RESET")
      result = try failed.map { (object) throws(SQLiteError) in
        let key = foldedName(object.name)
        return (key, try breaks(of: object, objects.triggers(on: key), texts, connection))
      }
    } catch {
      try connection.execute("ROLLBACK")
      throw error
    }
    try connection.execute("ROLLBACK")
    return result
  }

  private func breaks(
    of object: SchemaObjects.Object, _ triggers: [SchemaObjects.Object], _ texts: [Int64: String],
    _ connection: Connection
  ) throws(SQLiteError) -> [ClosureBreak] {
    let columns = try writableColumns(of: object.name, connection).filter(\.isWritable).map(\.name)
    var found: [ClosureBreak] = []
    for trigger in triggers {
      let firing = statement(firing: trigger, on: object.name, columns: columns)
      // Without INSTEAD OF triggers a view can't be written at all.
      if object.kind == .table, let message = connection.failure(of: firing) {
        return [
          ClosureBreak(
            subject: .table(object.name), reason: .compilation(message),
            declaration: object.declaration)
        ]
      }
      guard let text = texts[trigger.rowID] else { continue }
      var message: String?
      do throws(SQLiteError) {
        try connection.execute(text)
        message = connection.failure(of: firing)
        try connection.execute("DROP TRIGGER main.\(quoted(trigger.name))")
      } catch {
        message = error.message
      }
      if let message {
        found.append(
          ClosureBreak(
            subject: .trigger(trigger.name, table: trigger.table), reason: .compilation(message),
            declaration: trigger.declaration))
      }
    }
    return found
  }
}
