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

extension UnsafeBufferPointer<UInt8> {
  /// Whether a word stands somewhere in the bytes, also within another, in whatever case.
  ///
  /// - Parameters:
  ///   - word: ASCII letters in lower case.
  ///   - next: what must come after the word and white space; nil for anything.
  func mentions(_ word: StaticString, before next: UInt8? = nil) -> Bool {
    let word = UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
    guard count >= word.count else { return false }
    // A byte that is none of the word's letters rules out all places that would cover it: Horspool's
    // search (1980), with a set in place of his table.
    let letters = word.reduce(UInt32(0)) { $0 | 1 << UInt32($1 & 31) }
    var start = 0
    while start <= count - word.count {
      let last = self[start + word.count - 1]
      guard last & 0x40 != 0, letters >> UInt32(last & 31) & 1 == 1 else {
        start += word.count
        continue
      }
      var length = 0
      while length < word.count, self[start + length] | 0x20 == word[length] { length += 1 }
      if length == word.count {
        guard let next else { return true }
        if self[(start + length)...].first(where: { !ByteScan.isBlank($0) }) == next { return true }
      }
      start += 1
    }
    return false
  }
}

extension String {
  /// The same for the text's bytes.
  func mentions(_ word: StaticString, before next: UInt8? = nil) -> Bool {
    var text = self
    return text.withUTF8 { $0.mentions(word, before: next) }
  }
}
