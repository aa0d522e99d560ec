/// Whether two names are one to SQLite, which folds the case of ASCII letters only.
package func sameName(_ left: String, _ right: String) -> Bool {
  left.utf8.count == right.utf8.count
    && left.utf8.elementsEqual(right.utf8) { lowercased($0) == lowercased($1) }
}

/// A name with its ASCII letters in lower case: a key for dictionaries of names.
package func foldedName(_ name: String) -> String {
  let bytes = name.utf8
  // Most names are in lower case already.
  guard bytes.contains(where: { lowercased($0) != $0 }) else { return name }
  return String(unsafeUninitializedCapacity: bytes.count) { folded in
    folded.initialize(fromContentsOf: bytes.lazy.map(lowercased))
  }
}

private func lowercased(_ byte: UInt8) -> UInt8 {
  byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z") ? byte | 0x20 : byte
}
