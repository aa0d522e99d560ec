/// Writes a name as SQL: in double quotes, inner ones doubled.
package func quoted(_ name: String) -> String {
  "\"\(doubling(UInt8(ascii: "\""), in: name))\""
}

/// Writes a text literal as SQL: in single quotes, inner ones doubled.
package func quotedText(_ text: String) -> String {
  "'\(doubling(UInt8(ascii: "'"), in: text))'"
}

private func doubling(_ quote: UInt8, in text: String) -> String {
  guard text.utf8.contains(quote) else { return text }
  return String(decoding: text.utf8.flatMap { $0 == quote ? [$0, $0] : [$0] }, as: UTF8.self)
}
