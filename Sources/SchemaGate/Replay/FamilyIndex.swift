/// Which columns belong to which family, and which words of the vocabulary they use.
///
/// A column belongs to one family: of those whose patterns match, the one that says most of the
/// name, and of equals the one that is configured. The same goes for the vocabulary.
struct FamilyIndex {
  /// A column of a table.
  struct Member {
    let table: Catalog.Table
    let column: Catalog.Column
    /// The column's place in the table.
    let index: Int
  }

  private(set) var members: [String: [Member]] = [:]
  private(set) var words: [(entry: VocabularyEntry, member: Member)] = []
  /// The families in the order of the configuration.
  let families: [ColumnFamily]

  /// - Parameter names: what is known of columns' names under this configuration.
  init(_ catalog: Catalog, _ configuration: Configuration, _ names: FamilyNames) {
    families = configuration.families
    for table in catalog.ordinaryTables {
      for (index, column) in table.columns.enumerated() {
        let member = Member(table: table, column: column, index: index)
        let known = names.matches(column.name, configuration)
        let family = known.families.first { family in
          family.tables.isEmpty || family.tables.contains { $0.matches(table.name) }
        }
        if let family { members[family.name, default: []].append(member) }
        if let word = known.word { words.append((word, member)) }
      }
    }
  }
}

/// Which families and which word of the vocabulary columns' names match: asked once for a name, which
/// many tables share.
final class FamilyNames {
  private var known: [String: (families: [ColumnFamily], word: VocabularyEntry?)] = [:]

  /// The families whose patterns match a name, the most telling first, and the word that it uses.
  fileprivate func matches(
    _ name: String, _ configuration: Configuration
  ) -> (families: [ColumnFamily], word: VocabularyEntry?) {
    if let match = known[name] { return match }
    let bytes = Array(foldedName(name).utf8)
    let match = (
      FamilyNames.families(bytes, configuration.families),
      FamilyNames.word(bytes, configuration.vocabulary)
    )
    known[name] = match
    return match
  }

  private static func families(_ name: [UInt8], _ families: [ColumnFamily]) -> [ColumnFamily] {
    let found = families.compactMap { family -> (family: ColumnFamily, specificity: Int)? in
      let best = family.columns.filter { $0.matches(folded: name) }.map(\.specificity).max()
      // A family for some tables only says more of their columns than one for all.
      return best.map { (family, $0 * 2 + (family.tables.isEmpty ? 0 : 1)) }
    }
    return found.sorted { left, right in
      left.specificity != right.specificity
        ? left.specificity > right.specificity
        : left.family.offset != nil && right.family.offset == nil
    }.map(\.family)
  }

  private static func word(_ name: [UInt8], _ vocabulary: [VocabularyEntry]) -> VocabularyEntry? {
    vocabulary.filter { $0.columns.matches(folded: name) }
      .max { $0.columns.specificity < $1.columns.specificity }
  }
}

extension SQLiteValue {
  /// A value of the configuration as SQLite would store it; nil for an array or object.
  init?(_ json: JSONValue) {
    if json.isNull {
      self = .null
    } else if let flag = json.asBool {
      self = .integer(flag ? 1 : 0)
    } else if let text = json.asString {
      self = .text(text)
    } else if let number = json.asNumber {
      self = number.int64.map { .integer($0) } ?? .real(number.double)
    } else {
      return nil
    }
  }
}
