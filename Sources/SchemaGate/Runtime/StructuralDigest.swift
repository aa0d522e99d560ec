/// One number for the whole text of a schema, to notice that it was changed behind the ladder's back.
///
/// Text, not meaning: a difference asks for a full comparison, and is not yet drift.
///
/// ```swift
/// // Once, when the app is built, or after a full comparison:
/// options.structuralDigests = try StructuralDigest.digests(of: ladder)
/// ```
public enum StructuralDigest {
  /// The digest of a database's schema; costs time in the size of the schema, not of the data.
  ///
  /// SQLite's own tables and the bookkeeping table are left out.
  public static func digest(of connection: Connection) throws(SQLiteError) -> SHA256Digest {
    let rows = try connection.prepare(
      #"""
      SELECT type, name, tbl_name, sql FROM main.sqlite_schema
      WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite\_%' ESCAPE '\' AND name <> 'schema_migrations'
      ORDER BY type, name
      """#)
    var bytes: [UInt8] = []
    while try rows.step() {
      for column in 0..<4 {
        bytes += rows.bytes(at: column) ?? []
        bytes.append(0)
      }
    }
    return SHA256.digest(of: bytes)
  }

  /// The digest of each version of a ladder; costs one run of the ladder in memory.
  ///
  /// - Parameters:
  ///   - ladder: the ladder.
  ///   - options: `prepareConnection` is what counts here.
  public static func digests(
    of ladder: Ladder, options: OpenOptions = OpenOptions()
  ) throws(OpenError) -> [Version: SHA256Digest] {
    var digests: [Version: SHA256Digest] = [:]
    try ReferenceSchema.climb(ladder, options: options, path: ":memory:") {
      (version, connection) throws(SQLiteError) in
      digests[version] = try digest(of: connection)
    }
    return digests
  }
}
