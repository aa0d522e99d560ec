/// What `PRAGMA quick_check` says about the pages of a database.
///
/// It also reports CHECK and NOT NULL faults, indexes that miss rows, and collations that are
/// missing: those say nothing about the file, and a later build may well be right about them.
struct PageCheck: Hashable, Sendable {
  /// The first message about damaged pages; nil where there is none.
  var damage: String?
  /// Everything else, which does not keep the database from being used.
  var remarks: [String] = []

  /// Reads all of a database.
  ///
  /// - Parameter isSchemaWhole: false where SQLite could not parse all of the schema; then the
  ///   pages of what it doesn't know look unused, and are not.
  static func run(
    on connection: Connection, isSchemaWhole: Bool = true
  ) throws(SQLiteError) -> PageCheck {
    var result = PageCheck()
    do throws(SQLiteError) {
      let check = try connection.prepare("PRAGMA main.quick_check(\(isSchemaWhole ? 20 : 10_000))")
      while try check.step() {
        let message = check.text(at: 0) ?? ""
        if message == "ok" { continue }
        if isAboutPages(message) {
          result.damage = result.damage ?? firstDamage(message, isSchemaWhole)
        } else {
          result.remarks.append(message)
        }
      }
    } catch {
      if error.code.isDamage {
        result.damage = result.damage ?? error.message
      } else if error.code == .error {
        // Such as a collation that the app has not registered yet.
        result.remarks.append(error.message)
      } else {
        throw error
      }
    }
    return result
  }

  /// The messages of `sqlite3BtreeIntegrityCheck` come under a heading with the database's name.
  private static func isAboutPages(_ message: String) -> Bool {
    message.hasPrefix("*** in database ") || message.hasPrefix("Tree ")
      || message.hasPrefix("Page ") || message.hasPrefix("Freelist: ")
      || message.hasPrefix("On tree page ") || message.hasPrefix("Main freelist: ")
  }

  private static func firstDamage(_ message: String, _ isSchemaWhole: Bool) -> String? {
    message.split(separator: "\n")
      .first { !$0.hasPrefix("***") && (isSchemaWhole || !$0.contains("never used")) }
      .map(String.init)
  }
}
