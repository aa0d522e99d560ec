extension ConfigurationReader {
  /// Reads families; one with the name of a built-in family changes only the members that it has.
  mutating func readFamilies(_ value: JSONValue?) {
    guard let value, let members = form.members(value, "'families'") else { return }
    for member in members {
      let builtIn = ColumnFamily.builtIn.first { $0.name == member.name }
      guard
        let fields = form.object(
          member.value, "family '\(member.name)'", required: builtIn == nil ? ["columns"] : [],
          optional: (builtIn == nil ? [] : ["columns"]) + ["tables", "type", "accepts", "rejects"])
      else { continue }
      let columns = patterns(fields["columns"], "the columns of '\(member.name)'")
      let tables = patterns(fields["tables"], "the tables of '\(member.name)'")
      let family = ColumnFamily(
        name: member.name, columns: columns ?? builtIn?.columns ?? [],
        tables: tables ?? builtIn?.tables ?? [],
        type: type(fields["type"], "the type of '\(member.name)'") ?? builtIn?.type,
        accepts: scalars(fields["accepts"], "'accepts'") ?? builtIn?.accepts ?? [],
        rejects: scalars(fields["rejects"], "'rejects'") ?? builtIn?.rejects ?? [],
        offset: member.nameOffset)
      if let index = configuration.families.firstIndex(where: { $0.name == member.name }) {
        configuration.families[index] = family
      } else {
        configuration.families.append(family)
      }
    }
  }

  mutating func readVocabulary(_ value: JSONValue?) {
    guard let value, let members = form.members(value, "'vocabulary'") else { return }
    for member in members {
      guard
        let fields = form.object(
          member.value, "the word '\(member.name)'", required: ["meaning"],
          optional: ["type", "accepts", "rejects"]),
        let meaning = fields["meaning"].flatMap({
          form.text($0, "the meaning of '\(member.name)'")
        })
      else { continue }
      configuration.vocabulary.append(
        VocabularyEntry(
          columns: NamePattern(member.name), meaning: meaning,
          type: type(fields["type"], "the type of '\(member.name)'"),
          accepts: scalars(fields["accepts"], "'accepts'") ?? [],
          rejects: scalars(fields["rejects"], "'rejects'") ?? [], offset: member.nameOffset))
    }
  }

  private mutating func patterns(_ value: JSONValue?, _ what: String) -> [NamePattern]? {
    guard let value, let texts = form.texts(value, what, mayBeEmpty: false) else { return nil }
    return texts.map { NamePattern($0) }
  }

  /// A type that a column of a STRICT table can have.
  private mutating func type(_ value: JSONValue?, _ what: String) -> String? {
    guard let value, let text = form.text(value, what) else { return nil }
    let type = text.uppercased()
    let known = ["INTEGER", "INT", "REAL", "TEXT", "BLOB", "ANY"]
    if known.contains(type) { return type }
    form.report(
      "\(what) must be a type of STRICT tables, not '\(text)'", at: value.offset,
      help: "choose one of INTEGER, REAL, TEXT, BLOB and ANY")
    return nil
  }

  /// Values that a column can hold.
  private mutating func scalars(_ value: JSONValue?, _ what: String) -> [JSONValue]? {
    guard let value, let elements = form.array(value, what) else { return nil }
    for element in elements where element.asArray != nil || element.asObject != nil {
      form.report(
        "\(what) holds strings, numbers, true, false and null, not \(element.kindName)",
        at: element.offset)
    }
    return elements
  }
}
