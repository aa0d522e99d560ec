/// Sets of byte strings, each numbered from 0, in which a string is found without allocating.
///
/// All sets share three flat arrays, so that looking one up touches no reference counts. The sets
/// are small and come from contracts, never from what is being validated, so that nothing in a
/// payload can slow the lookup down.
struct NamePool: Sendable {
  /// One set.
  struct Table: Sendable {
    /// Where its entries begin.
    let first: Int32
    /// How many entries it has.
    let count: Int32
    /// Where its slots begin.
    let slots: Int32
    /// The number of its slots less one; slots are a power of two.
    let mask: Int32
  }

  private struct Entry: Sendable {
    let start: Int32
    let count: Int32
  }

  private var bytes: [UInt8] = []
  private var entries: [Entry] = []
  /// For each slot the number of an entry within its table; -1 where it is free.
  private var slots: [Int32] = []

  /// Adds a set; names must differ.
  mutating func add(_ names: [String]) -> Table {
    var size = 4
    // At most half full, so that a search ends soon.
    while size < names.count * 2 { size *= 2 }
    let table = Table(
      first: Int32(entries.count), count: Int32(names.count), slots: Int32(slots.count),
      mask: Int32(size - 1))
    slots += [Int32](repeating: -1, count: size)
    for (number, name) in names.enumerated() {
      let utf8 = Array(name.utf8)
      entries.append(Entry(start: Int32(bytes.count), count: Int32(utf8.count)))
      bytes += utf8
      var slot = utf8.withUnsafeBufferPointer { Int(truncatingIfNeeded: NamePool.hash($0)) }
      while slots[Int(table.slots) + (slot & Int(table.mask))] >= 0 { slot &+= 1 }
      slots[Int(table.slots) + (slot & Int(table.mask))] = Int32(number)
    }
    return table
  }

  /// Returns the number of a name in a set; -1 if it has none.
  @inline(__always)
  func number(of name: UnsafeBufferPointer<UInt8>, in table: Table) -> Int {
    var slot = Int(truncatingIfNeeded: NamePool.hash(name))
    while true {
      let number = slots[Int(table.slots) &+ (slot & Int(table.mask))]
      if number < 0 { return -1 }
      let entry = entries[Int(table.first &+ number)]
      if Int(entry.count) == name.count && isEqual(name, to: Int(entry.start)) {
        return Int(number)
      }
      slot &+= 1
    }
  }

  /// The name of a number in a set.
  func name(_ number: Int, in table: Table) -> String {
    let entry = entries[Int(table.first) + number]
    return String(
      decoding: bytes[Int(entry.start)..<Int(entry.start + entry.count)], as: UTF8.self)
  }

  /// The names of a set in the order of their numbers.
  func names(in table: Table) -> [String] { (0..<Int(table.count)).map { name($0, in: table) } }

  @inline(__always)
  private func isEqual(_ name: UnsafeBufferPointer<UInt8>, to start: Int) -> Bool {
    bytes.withUnsafeBytes { pool in
      let raw = UnsafeRawBufferPointer(name)
      var index = 0
      while index &+ 8 <= raw.count {
        let left = raw.loadUnaligned(fromByteOffset: index, as: UInt64.self)
        let right = pool.loadUnaligned(fromByteOffset: start &+ index, as: UInt64.self)
        if left != right { return false }
        index &+= 8
      }
      while index < raw.count {
        if raw[index] != pool[start &+ index] { return false }
        index &+= 1
      }
      return true
    }
  }

  /// Mixes the length with the first and last eight bytes, which tell names of keys apart.
  @inline(__always)
  private static func hash(_ name: UnsafeBufferPointer<UInt8>) -> UInt64 {
    let raw = UnsafeRawBufferPointer(name)
    var first: UInt64 = 0
    var last: UInt64 = 0
    if raw.count >= 8 {
      first = raw.loadUnaligned(fromByteOffset: 0, as: UInt64.self)
      last = raw.loadUnaligned(fromByteOffset: raw.count &- 8, as: UInt64.self)
    } else {
      for byte in raw { first = first &<< 8 | UInt64(byte) }
    }
    var hash = first ^ (last &* 0x9E37_79B9_7F4A_7C15) ^ UInt64(truncatingIfNeeded: raw.count)
    hash ^= hash &>> 32
    hash = hash &* 0xD6E8_FEB8_6659_FD93
    return hash ^ (hash &>> 32)
  }
}
