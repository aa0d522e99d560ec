/// Where the files of a ladder declare each object of its schema.
///
/// Files are added in the order in which they run. CREATE, DROP and ALTER TABLE are followed, so
/// that an object is found where it was last declared, under the name that it has now. Nothing
/// that isn't understood is an error: findings about it then have no place.
struct DeclarationIndex: Sendable {
  /// A declaration with the text that it stands in.
  struct Entry<Value: Sendable>: Sendable {
    /// The file; ranges of the declaration are of its bytes.
    var text: SourceText
    /// What is declared.
    var declaration: Value
    /// Where it begins: at CREATE, or at the column's name.
    var offset: Int
  }

  private struct Relation {
    var entry: Entry<Declaration>
    var columns: [String: Entry<ColumnDeclaration>] = [:]
  }

  private var relations: [String: Relation] = [:]
  private var indexes: [String: Entry<IndexDeclaration>] = [:]
  private var triggers: [String: Entry<TriggerDeclaration>] = [:]

  /// Creates an index of no files.
  init() {}

  /// Creates an index of one file.
  init(_ text: SourceText) { add(text) }

  /// Reads a further file.
  mutating func add(_ text: SourceText) { add(text, split: StatementSplitter(text.bytes)) }

  /// Reads a further file that was split already.
  mutating func add(_ text: SourceText, split: StatementSplitter) {
    for statement in split.statements {
      var cursor = split.cursor(statement)
      if cursor.isAt("CREATE") {
        if let declaration = DeclarationReader.read(cursor) { create(declaration, in: text) }
      } else if cursor.take("DROP") {
        drop(&cursor)
      } else if cursor.take("ALTER", "TABLE") {
        alter(&cursor, in: text)
      }
    }
  }
}

// MARK: - Looking up, in any ASCII case

extension DeclarationIndex {
  /// The CREATE TABLE of a table.
  func table(named name: String) -> Entry<TableDeclaration>? {
    guard let relation = relations[foldedName(name)],
      case .table(let table) = relation.entry.declaration
    else { return nil }
    return Entry(text: relation.entry.text, declaration: table, offset: relation.entry.offset)
  }

  /// The declaration of a table of any kind, or of a view.
  func relation(named name: String) -> Entry<Declaration>? { relations[foldedName(name)]?.entry }

  /// The declaration of a column, in CREATE TABLE or in ALTER TABLE … ADD COLUMN.
  func column(named name: String, of table: String) -> Entry<ColumnDeclaration>? {
    relations[foldedName(table)]?.columns[foldedName(name)]
  }

  /// The CREATE INDEX of an index.
  func index(named name: String) -> Entry<IndexDeclaration>? { indexes[foldedName(name)] }

  /// The CREATE TRIGGER of a trigger.
  func trigger(named name: String) -> Entry<TriggerDeclaration>? { triggers[foldedName(name)] }
}

// MARK: - Following statements

extension DeclarationIndex {
  private mutating func create(_ declaration: Declaration, in text: SourceText) {
    switch declaration {
    case .table(let table):
      guard !table.isTemporary, DeclarationIndex.isMain(table.schema),
        isNew(relations[foldedName(table.name.text)] == nil, table.hasIfNotExists)
      else { return }
      let entry = Entry(text: text, declaration: declaration, offset: table.range.lowerBound)
      var relation = Relation(entry: entry)
      for column in table.columns {
        relation.columns[foldedName(column.name.text)] = Entry(
          text: text, declaration: column, offset: column.range.lowerBound)
      }
      relations[foldedName(table.name.text)] = relation
    case .virtualTable(let table):
      guard DeclarationIndex.isMain(table.schema),
        isNew(relations[foldedName(table.name.text)] == nil, table.hasIfNotExists)
      else { return }
      relations[foldedName(table.name.text)] = Relation(
        entry: Entry(text: text, declaration: declaration, offset: table.range.lowerBound))
    case .view(let view):
      guard !view.isTemporary, DeclarationIndex.isMain(view.schema),
        isNew(relations[foldedName(view.name.text)] == nil, view.hasIfNotExists)
      else { return }
      relations[foldedName(view.name.text)] = Relation(
        entry: Entry(text: text, declaration: declaration, offset: view.range.lowerBound))
    case .index(let index):
      guard DeclarationIndex.isMain(index.schema),
        isNew(indexes[foldedName(index.name.text)] == nil, index.hasIfNotExists)
      else { return }
      indexes[foldedName(index.name.text)] = Entry(
        text: text, declaration: index, offset: index.range.lowerBound)
    case .trigger(let trigger):
      guard !trigger.isTemporary, DeclarationIndex.isMain(trigger.schema),
        isNew(triggers[foldedName(trigger.name.text)] == nil, trigger.hasIfNotExists)
      else { return }
      triggers[foldedName(trigger.name.text)] = Entry(
        text: text, declaration: trigger, offset: trigger.range.lowerBound)
    }
  }

  private func isNew(_ isMissing: Bool, _ hasIfNotExists: Bool) -> Bool {
    isMissing || !hasIfNotExists
  }

  private static func isMain(_ schema: SQLName?) -> Bool {
    schema.map { sameName($0.text, "main") } ?? true
  }

  /// Reads `name` or `main.name`; nil for another schema.
  private static func target(_ cursor: inout SQLTokenCursor) -> String? {
    guard let first = cursor.takeName() else { return nil }
    guard cursor.take(.dot) else { return foldedName(first.text) }
    guard let second = cursor.takeName(), isMain(first) else { return nil }
    return foldedName(second.text)
  }

  private mutating func drop(_ cursor: inout SQLTokenCursor) {
    let isTable = cursor.take("TABLE")
    let isView = !isTable && cursor.take("VIEW")
    let isIndex = !isTable && !isView && cursor.take("INDEX")
    guard isTable || isView || isIndex || cursor.take("TRIGGER") else { return }
    _ = cursor.take("IF", "EXISTS")
    guard let name = DeclarationIndex.target(&cursor) else { return }
    if isTable || isView {
      relations[name] = nil
      // Its indexes and triggers go with it.
      triggers = triggers.filter { foldedName($0.value.declaration.table.text) != name }
      if isTable {
        indexes = indexes.filter { foldedName($0.value.declaration.table.text) != name }
      }
    } else if isIndex {
      indexes[name] = nil
    } else {
      triggers[name] = nil
    }
  }

  private mutating func alter(_ cursor: inout SQLTokenCursor, in text: SourceText) {
    guard let name = DeclarationIndex.target(&cursor) else { return }
    if cursor.take("RENAME", "TO") {
      guard let new = cursor.takeName() else { return }
      rename(name, to: new)
    } else if cursor.take("RENAME") {
      DeclarationIndex.skipColumnWord(&cursor)
      guard let old = cursor.takeName(), cursor.take("TO"), let new = cursor.takeName() else {
        return
      }
      let entry = relations[name]?.columns.removeValue(forKey: foldedName(old.text))
      relations[name]?.columns[foldedName(new.text)] = entry
    } else if cursor.take("ADD") {
      DeclarationIndex.skipColumnWord(&cursor)
      guard let (column, _) = DeclarationReader.column(&cursor) else { return }
      relations[name]?.columns[foldedName(column.name.text)] = Entry(
        text: text, declaration: column, offset: column.range.lowerBound)
    } else if cursor.take("DROP") {
      DeclarationIndex.skipColumnWord(&cursor)
      guard let column = cursor.takeName() else { return }
      relations[name]?.columns[foldedName(column.text)] = nil
    }
  }

  /// COLUMN is a word that may be left out; SQLite reserves it nowhere else, but no name that
  /// another name follows can be meant.
  private static func skipColumnWord(_ cursor: inout SQLTokenCursor) {
    if cursor.isAt("COLUMN") { cursor.advance() }
  }

  private mutating func rename(_ name: String, to new: SQLName) {
    let key = foldedName(new.text)
    guard let relation = relations.removeValue(forKey: name) else { return }
    relations[key] = relation
    for (index, entry) in indexes
    where foldedName(entry.declaration.table.text) == name {
      indexes[index]?.declaration.table.text = new.text
    }
    for (trigger, entry) in triggers
    where foldedName(entry.declaration.table.text) == name {
      triggers[trigger]?.declaration.table.text = new.text
    }
  }
}
