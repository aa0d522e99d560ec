/// A piece of HTML.
///
/// Only literals are markup: whatever is interpolated into one is escaped, unless it is HTML
/// itself. So no name, message or SQL can become a tag, end an attribute or end a script.
struct HTML: Hashable, Sendable {
  /// The markup.
  private(set) var text: String

  /// Nothing.
  init() { text = "" }

  /// Takes markup that another program made, or that is a constant of this one.
  init(trusted markup: String) { text = markup }

  /// The text of a value, escaped.
  init(escaping value: String) { text = HTML.escaped(value) }

  static func + (left: HTML, right: HTML) -> HTML { HTML(trusted: left.text + right.text) }

  static func += (left: inout HTML, right: HTML) { left.text += right.text }

  /// Escapes for text and for attributes in either kind of quotes.
  ///
  /// Control characters have no place in HTML, and the marks that turn the direction of text would
  /// let a name look like another; both are shown as U+FFFD.
  static func escaped(_ value: String) -> String {
    var escaped = ""
    escaped.reserveCapacity(value.utf8.count)
    for scalar in value.unicodeScalars {
      switch scalar.value {
      case 0x26: escaped += "&amp;"
      case 0x3C: escaped += "&lt;"
      case 0x3E: escaped += "&gt;"
      case 0x22: escaped += "&quot;"
      case 0x27: escaped += "&#39;"
      case 0x09, 0x0A: escaped.unicodeScalars.append(scalar)
      case 0..<0x20, 0x7F..<0xA0, 0x202A...0x202E, 0x2066...0x2069: escaped += "\u{FFFD}"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}

extension HTML: ExpressibleByStringInterpolation {
  init(stringLiteral markup: String) { text = markup }

  init(stringInterpolation interpolation: Interpolation) { text = interpolation.text }

  /// Puts literals, pieces and escaped values together.
  struct Interpolation: StringInterpolationProtocol {
    fileprivate var text = ""

    init(literalCapacity: Int, interpolationCount: Int) {
      text.reserveCapacity(literalCapacity + interpolationCount * 16)
    }

    mutating func appendLiteral(_ literal: String) { text += literal }

    mutating func appendInterpolation(_ piece: HTML) { text += piece.text }

    mutating func appendInterpolation(_ value: String) { text += HTML.escaped(value) }

    mutating func appendInterpolation(_ value: Int) { text += String(value) }
  }
}

extension Sequence<HTML> {
  /// The pieces one after the other.
  func joined(by separator: HTML = "") -> HTML {
    var whole = HTML()
    for (place, piece) in enumerated() {
      if place > 0 { whole += separator }
      whole += piece
    }
    return whole
  }
}

extension HTML {
  /// A number with its noun.
  static func count(_ number: Int, _ noun: String, plural: String? = nil) -> String {
    "\(number) \(number == 1 ? noun : plural ?? "\(noun)s")"
  }

  /// A name that may be broken after its underscores.
  static func breakable(_ name: String) -> HTML {
    name.split(separator: "_", omittingEmptySubsequences: false)
      .map { HTML(escaping: String($0)) }.joined(by: "_<wbr>")
  }

  /// Running text of rules and messages, in which backquotes mark code.
  static func prose(_ text: String) -> HTML {
    text.split(separator: "`", omittingEmptySubsequences: false).enumerated()
      .map { place, part in
        place.isMultiple(of: 2) ? HTML(escaping: String(part)) : "<code>\(String(part))</code>"
      }
      .joined()
  }
}
