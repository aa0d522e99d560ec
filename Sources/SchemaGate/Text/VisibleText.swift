/// Text as people may see it: names come from files, and must not steer a terminal.
package enum VisibleText {
  /// Replaces control characters, and those that change the direction of text, by their numbers.
  ///
  /// - Parameter keepsLines: whether line feeds stay.
  package static func of(_ text: String, keepsLines: Bool = false) -> String {
    func isSteering(_ scalar: Unicode.Scalar) -> Bool {
      isControl(scalar) && !(keepsLines && scalar == "\n")
    }
    guard text.unicodeScalars.contains(where: isSteering) else { return text }
    var shown = ""
    for scalar in text.unicodeScalars {
      if isSteering(scalar) {
        shown += "\\u{\(String(scalar.value, radix: 16))}"
      } else {
        shown.unicodeScalars.append(scalar)
      }
    }
    return shown
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
      // Directions that make text read otherwise than it is.
      || (0x202A...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
  }
}
