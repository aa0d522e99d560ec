/// A schema for programs.
extension SchemaDrawing {
  /// The drawing as one JSON object, which `schemas/inspect.schema.json` describes; members may be
  /// added.
  package var json: JSONValue {
    [
      "format": 1,
      "inventory": SchemaDrawing.value(of: Inventory(catalog)),
      "tables": .array(catalog.tables.map(value)),
      "views": .array(
        catalog.views.map { view in
          [
            "name": .string(view.name),
            "columns": view.columns.map { .array($0.map { .string($0.name) }) } ?? nil,
            "triggers": triggers(on: view.name),
            "sql": .string(view.sql),
          ]
        }),
    ]
  }

  private static func value(of inventory: Inventory) -> JSONValue {
    [
      "tables": .integer(inventory.tables), "strictTables": .integer(inventory.strictTables),
      "withoutRowIDTables": .integer(inventory.withoutRowIDTables),
      "fts5Tables": .integer(inventory.fts5Tables),
      "otherVirtualTables": .integer(inventory.otherVirtualTables),
      "views": .integer(inventory.views),
      "foreignKeys": .object(
        inventory.foreignKeys.map { JSONMember(name: $0.name, value: .integer($0.count)) }),
      "indexes": .integer(inventory.indexes), "uniqueIndexes": .integer(inventory.uniqueIndexes),
      "partialIndexes": .integer(inventory.partialIndexes),
      "constraintIndexes": .integer(inventory.constraintIndexes),
      "triggers": .integer(inventory.triggers), "checks": .integer(inventory.checks),
      "generatedColumns": .integer(inventory.generatedColumns),
    ]
  }

  private func value(of table: Catalog.Table) -> JSONValue {
    var value: JSONValue = [
      "name": .string(table.name),
      "kind": .string(table.kind.rawValue),
      "strict": .bool(table.isStrict),
      "withoutRowID": .bool(table.isWithoutRowID),
      "autoincrement": .bool(table.isAutoincrement),
      "columns": .array(table.columns.map { self.value(of: $0, in: table) }),
      "primaryKey": .array(table.primaryKey.map { .string($0.name) }),
      "foreignKeys": .array(table.foreignKeys.map { self.value(of: $0, in: table) }),
      "indexes": .array(table.indexes.map { self.value(of: $0, in: table) }),
      "checks": .array(
        (DeclarationReader.table(table.sql)?.checks ?? []).map { .string($0.expression.text) }),
      "triggers": triggers(on: table.name),
    ]
    if let declared = DeclarationReader.virtualTable(table.sql) {
      value = value.setting(member: "module", to: .string(declared.module.text))
        .setting(member: "arguments", to: .array(declared.arguments.map { .string($0.text) }))
    }
    return value.setting(member: "sql", to: .string(table.sql))
  }

  private func value(of column: Catalog.Column, in table: Catalog.Table) -> JSONValue {
    let set = values(of: column.name, in: table.name)
    return [
      "name": .string(column.name), "type": .string(column.type),
      "notNull": .bool(column.isNotNull),
      "default": column.defaultValue.map { .string($0) } ?? nil,
      "storage": .string(column.storage.rawValue), "collation": .string(column.collation),
      "boolean": .bool(isBoolean(column.name, in: table.name)),
      // As SQL spells them, so that 1 and '1' differ.
      "values": set.map { .array($0.values.map { .string($0.literal) }) } ?? nil,
    ]
  }

  private func value(of key: Catalog.ForeignKey, in table: Catalog.Table) -> JSONValue {
    [
      "columns": .array(key.columns.map { .string($0) }),
      "parent": .string(key.parent),
      "parentColumns": .array(parentColumns(of: key).map { .string($0) }),
      "onDelete": .string(key.onDelete), "onUpdate": .string(key.onUpdate),
    ]
  }

  private func value(of index: Catalog.Index, in table: Catalog.Table) -> JSONValue {
    let declared = index.sql.flatMap(DeclarationReader.index)
    return [
      "name": .string(index.name), "origin": .string(index.origin.rawValue),
      "unique": .bool(index.isUnique),
      "terms": .array(
        index.terms.enumerated().map { place, term in
          let written = declared.flatMap {
            $0.terms.indices.contains(place) ? $0.terms[place].expression.text : nil
          }
          return [
            "column": term.column.map { .string($0) } ?? nil,
            "expression": term.column == nil ? written.map { .string($0) } ?? nil : nil,
            "descending": .bool(term.isDescending), "collation": .string(term.collation),
          ]
        }),
      "where": declared?.condition.map { .string($0.text) } ?? nil,
      "serves": .array(uses(of: index, in: table).map { .string($0) }),
    ]
  }

  private func triggers(on table: String) -> JSONValue {
    .array(
      catalog.triggers(on: table).map { trigger in
        let declared = DeclarationReader.trigger(trigger.sql)
        return [
          "name": .string(trigger.name),
          "event": declared.map { .string($0.eventText) } ?? nil,
          "when": declared?.condition.map { .string($0.text) } ?? nil,
          "sql": .string(trigger.sql),
        ]
      })
  }
}
