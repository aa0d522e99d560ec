// What to say to somebody whose configuration names what the schema does not have.

extension Catalog {
  /// Help on the name of a table: the nearest that is there, or what else to do.
  func help(onTable name: String, orElse other: String) -> String {
    let near = NearestName.nearest(name, among: ordinaryTables.map(\.name))
    return near.map { "did you mean '\($0)'?" } ?? "name a table of the schema, or \(other)"
  }
}

extension Catalog.Table {
  /// Help on the name of a column: the nearest that is there, or where to look.
  func help(onColumn column: String) -> String {
    let near = NearestName.nearest(column, among: columns.map(\.name))
    return near.map { "did you mean '\($0)'?" } ?? "name columns of '\(name)'"
  }
}
