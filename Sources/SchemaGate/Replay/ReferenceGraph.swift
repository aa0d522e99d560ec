/// Which table or view goes through which others, by folded names: through the bodies of its
/// triggers, the query of a view, or foreign keys, at any depth.
struct ReferenceGraph {
  private var references: [String: Set<String>] = [:]
  private var referrers: [String: Set<String>] = [:]

  /// What a table or view goes through.
  func references(of key: String) -> Set<String> { references[key] ?? [] }

  /// What goes through a table or view.
  func referrers(of key: String) -> Set<String> { referrers[key] ?? [] }

  /// Notes what a table or view goes through now.
  mutating func set(_ new: Set<String>, of key: String) {
    let old = references(of: key)
    guard old != new else { return }
    for gone in old.subtracting(new) { referrers[gone]?.remove(key) }
    for added in new.subtracting(old) { referrers[added, default: []].insert(key) }
    references[key] = new.isEmpty ? nil : new
  }
}

/// Collects the tables and views that SQLite asks about while it compiles.
struct ReferenceCollector {
  private(set) var found: Set<String> = []
  private var last: UnsafePointer<CChar>?

  mutating func reset() {
    found.removeAll(keepingCapacity: true)
    last = nil
  }

  mutating func insert(_ key: String) { found.insert(key) }

  mutating func note(_ event: AuthorizerEvent) {
    switch event.action {
    case .read, .insert, .update, .delete:
      // Events about one table come in runs, with its name at one address.
      guard event.firstPointer != last, let name = event.first else { return }
      last = event.firstPointer
      found.insert(foldedName(name))
    default: break
    }
  }
}
