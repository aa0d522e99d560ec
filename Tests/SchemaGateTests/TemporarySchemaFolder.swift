import TestSupport

@testable import SchemaGate

/// A folder with a small, sound ladder as an app carries it.
func temporarySchemaFolder() throws -> TemporaryFolder {
  let folder = try TemporaryFolder()
  let schema = "CREATE TABLE t (id INTEGER PRIMARY KEY) STRICT;\n"
  let baseline = Migration.baseline(SourceText(path: "schema.sql", bytes: Array(schema.utf8)))
  try folder.write(schema, to: "schema.sql")
  try folder.write(Lock([baseline.identity]).canonicalBytes, to: "migrations/checksums.lock")
  return folder
}
