/// Writes a name as SQL: in double quotes, inner ones doubled.
package func quoted(_ name: String) -> String {
  "\"" + name.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"")
    + "\""
}

/// Writes a text literal as SQL: in single quotes, inner ones doubled.
package func quotedText(_ text: String) -> String {
  "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''") + "'"
}
