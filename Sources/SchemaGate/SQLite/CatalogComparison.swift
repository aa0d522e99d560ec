/// Two schemas compared by what they mean.
///
/// White space, comments, quotes, letter case of names and keywords, names of constraints, the
/// order of constraints and whether one stands behind a column or behind all of them don't count;
/// nor do SQLite's own tables (`sqlite_stat1`, `sqlite_sequence`) and the shadow tables of virtual
/// ones. A table that ALTER TABLE brought to its form equals one that was created so: other
/// positions of columns are noted, and are no difference.
public struct CatalogComparison: Hashable, Sendable {
  /// What differs, in a fixed order: tables with all their parts by name, then views and triggers.
  public private(set) var differences: [SchemaDifference] = []

  /// What differs and means the same.
  public private(set) var notes: [SchemaDifference] = []

  /// Whether both schemas mean the same.
  public var isEqual: Bool { differences.isEmpty }

  /// Compares two schemas.
  ///
  /// Texts are read only of objects that aren't the same to the letter.
  ///
  /// - Parameters:
  ///   - old: the first schema: what was, or what should be.
  ///   - new: the second schema: what will be, or what is.
  ///   - ignoredTables: tables that are left out on both sides with all that is on them, such as
  ///     the bookkeeping's.
  public init(from old: Catalog, to new: Catalog, ignoredTables: [String] = []) {
    self.init(from: old, to: new, ignoredTables: ignoredTables, oldValues: [:], newValues: [:])
  }

  /// Compares two schemas whose CHECKs were asked for the values that they let in.
  ///
  /// - Parameters:
  ///   - old: the first schema.
  ///   - new: the second schema.
  ///   - ignoredTables: tables that are left out on both sides.
  ///   - oldValues: by table and column, both in lower-case ASCII, the values of the first schema,
  ///     in SQL.
  ///   - newValues: the same of the second schema.
  package init(
    from old: Catalog, to new: Catalog, ignoredTables: [String] = [],
    oldValues: [String: [String: [String]]], newValues: [String: [String: [String]]]
  ) {
    let ignored = Set(ignoredTables.map(foldedName))
    func isKept(_ table: String) -> Bool { !ignored.contains(foldedName(table)) }
    func tables(of catalog: Catalog) -> [Catalog.Table] {
      catalog.tables.filter { $0.kind != .shadow && isKept($0.name) }
    }
    let pairs = Pairing(tables(of: old), tables(of: new)) { foldedName($0.name) }
    for pair in pairs.sorted {
      switch pair.value {
      case .both(let before, let after):
        guard before != after else { continue }
        var comparison = TableComparison(before, after, old: old, new: new)
        comparison.oldValues = oldValues[pair.key] ?? [:]
        comparison.newValues = newValues[pair.key] ?? [:]
        comparison.compare()
        differences += comparison.differences
        notes += comparison.notes
      case .first(let table):
        differences.append(CatalogComparison.whole(table, .dropped))
      case .second(let table):
        differences.append(CatalogComparison.whole(table, .added))
      }
    }
    let views = Pairing(old.views, new.views) { foldedName($0.name) }
    for pair in views.sorted { compare(pair.value) }
    let triggers = Pairing(
      old.triggers.filter { isKept($0.table) }, new.triggers.filter { isKept($0.table) }
    ) { foldedName($0.name) }
    for pair in triggers.sorted { compare(pair.value) }
  }

  private static func whole(
    _ table: Catalog.Table, _ effect: SchemaDifference.Effect
  ) -> SchemaDifference {
    SchemaDifference(
      part: table.kind == .virtual ? .virtualTable : .table, table: table.name,
      before: effect == .dropped ? table.sql : nil, after: effect == .added ? table.sql : nil,
      effect: effect, isAdditive: effect == .added)
  }
}

// MARK: - Views and triggers

extension CatalogComparison {
  private mutating func compare(_ match: Pairing<Catalog.View>.Match) {
    switch match {
    case .first(let view):
      differences.append(
        SchemaDifference(
          part: .view, table: view.name, before: view.sql, effect: .dropped, isAdditive: false))
    case .second(let view):
      differences.append(
        SchemaDifference(
          part: .view, table: view.name, after: view.sql, effect: .added, isAdditive: true))
    case .both(let old, let new):
      guard old.sql != new.sql else { return }
      let (before, after) = (DeclarationReader.view(old.sql), DeclarationReader.view(new.sql))
      func add(_ aspect: String, _ before: String, _ after: String) {
        differences.append(
          SchemaDifference(
            part: .view, table: new.name, aspect: aspect, before: before, after: after,
            effect: .changed, isAdditive: false))
      }
      guard let before, let after else {
        if CanonicalSQL.text(old.sql) != CanonicalSQL.text(new.sql) {
          add("text", old.sql, new.sql)
        }
        return
      }
      let names = (before.columns.map(\.text), after.columns.map(\.text))
      if names.0.map(foldedName) != names.1.map(foldedName) {
        add(
          "columns", "(\(names.0.joined(separator: ", ")))", "(\(names.1.joined(separator: ", ")))")
      }
      if before.canonicalQuery != after.canonicalQuery {
        add("query", old.sql.slice(before.query), new.sql.slice(after.query))
      }
    }
  }

  private mutating func compare(_ match: Pairing<Catalog.Trigger>.Match) {
    switch match {
    case .first(let trigger):
      differences.append(
        SchemaDifference(
          part: .trigger, table: trigger.table, name: trigger.name, before: trigger.sql,
          effect: .dropped, isAdditive: false))
    case .second(let trigger):
      differences.append(
        SchemaDifference(
          part: .trigger, table: trigger.table, name: trigger.name, after: trigger.sql,
          effect: .added, isAdditive: true))
    case .both(let old, let new):
      guard old != new else { return }
      func add(_ aspect: String, _ before: String?, _ after: String?) {
        differences.append(
          SchemaDifference(
            part: .trigger, table: new.table, name: new.name, aspect: aspect, before: before,
            after: after, effect: .changed, isAdditive: false))
      }
      guard let before = DeclarationReader.trigger(old.sql),
        let after = DeclarationReader.trigger(new.sql)
      else {
        if CanonicalSQL.text(old.sql) != CanonicalSQL.text(new.sql) {
          add("text", old.sql, new.sql)
        }
        return
      }
      if !sameName(old.table, new.table) { add("table", old.table, new.table) }
      if before.eventText != after.eventText { add("event", before.eventText, after.eventText) }
      if before.condition?.canonical != after.condition?.canonical {
        add("WHEN", before.condition?.text, after.condition?.text)
      }
      if before.canonicalBody != after.canonicalBody {
        add("body", old.sql.slice(before.body), new.sql.slice(after.body))
      }
    }
  }
}

extension TriggerDeclaration {
  /// When and at what it runs, in one spelling; the columns of UPDATE OF are a set.
  var eventText: String {
    let time =
      switch timing {
      case .before: "BEFORE"
      case .after: "AFTER"
      case .insteadOf: "INSTEAD OF"
      }
    let columns = Set(updateColumns.map { foldedName($0.text) }).sorted()
    let list = columns.isEmpty ? "" : " OF " + columns.joined(separator: ", ")
    return "\(time) \(event.rawValue.uppercased())\(list)"
  }
}

extension String {
  /// The text of a byte range; empty where there is none such.
  func slice(_ range: Range<Int>) -> String {
    let bytes = Array(utf8)
    guard range.lowerBound >= 0, range.upperBound <= bytes.count else { return "" }
    return String(decoding: bytes[range], as: UTF8.self)
  }
}

/// Things of two lists, matched by a key; of several with one key, the last counts.
struct Pairing<Element> {
  enum Match {
    case both(Element, Element)
    case first(Element)
    case second(Element)
  }

  /// The matches in the order of their keys' bytes.
  let sorted: [(key: String, value: Match)]

  init(_ first: [Element], _ second: [Element], key: (Element) -> String) {
    var matches: [String: Match] = [:]
    for element in first { matches[key(element)] = .first(element) }
    for element in second {
      let name = key(element)
      if case .first(let other) = matches[name] {
        matches[name] = .both(other, element)
      } else {
        matches[name] = .second(element)
      }
    }
    sorted = matches.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
  }
}
