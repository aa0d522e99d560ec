/// Which words are names of time zones.
///
/// The names of the tz database are built in. A name that is newer than that list is looked up
/// where the machine keeps its own, if a way to ask for it is given.
public struct TimeZoneNames: Sendable {
  private let isKnownHere: @Sendable (String) -> Bool

  /// Creates the names.
  ///
  /// - Parameter isKnownHere: whether this machine knows a zone that is not in the built-in list;
  ///   it is asked only for words that look like the name of a zone.
  public init(isKnownHere: @escaping @Sendable (String) -> Bool = { _ in false }) {
    self.isKnownHere = isKnownHere
  }

  /// The built-in names alone.
  public static let builtIn = TimeZoneNames()

  /// All names that are built in, in the order of their bytes.
  static let all = TimeZoneList.text.split(separator: " ").map(String.init)

  /// The built-in names, ready to be looked up by their bytes.
  static let table: (pool: NamePool, table: NamePool.Table) = {
    var pool = NamePool()
    let table = pool.add(all)
    return (pool, table)
  }()

  /// Whether a name is one, built in or known to the machine.
  func contains(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
    let builtIn = TimeZoneNames.table
    return builtIn.pool.number(of: name, in: builtIn.table) >= 0 || isKnownHere(name)
  }

  /// Asks the machine about a name that is not built in.
  func isKnownHere(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
    guard TimeZoneNames.looksLikeOne(name) else { return false }
    return isKnownHere(String(decoding: name, as: UTF8.self))
  }

  /// The form of names by the tz database's own guidelines, which no path out of a folder has.
  private static func looksLikeOne(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
    guard (1...64).contains(name.count) else { return false }
    var partLength = 0
    for byte in name {
      switch byte {
      case UInt8(ascii: "/"):
        if partLength == 0 { return false }
        partLength = 0
        continue
      case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"): break
      case UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "+"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        if partLength == 0 { return false }
      default: return false
      }
      partLength += 1
    }
    return partLength > 0
  }
}
