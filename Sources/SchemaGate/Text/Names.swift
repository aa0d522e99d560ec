/// Whether two names are one to SQLite, which folds the case of ASCII letters only.
package func sameName(_ left: String, _ right: String) -> Bool {
  left == right || left.utf8.elementsEqual(right.utf8) { lowercased($0) == lowercased($1) }
}

/// A name with its ASCII letters in lower case: a key for dictionaries of names.
package func foldedName(_ name: String) -> String {
  String(decoding: name.utf8.lazy.map(lowercased), as: UTF8.self)
}

private func lowercased(_ byte: UInt8) -> UInt8 {
  byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z") ? byte | 0x20 : byte
}
