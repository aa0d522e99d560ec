/// Makes values that a contract allows: a start for a fixture, never a reviewed one.
enum PayloadSample {
  static let hlc = "1760000000000_0001_0123456789abcdef"
  static let uuid = "0199c5a0-0000-7000-8000-000000000000"

  /// An upsert of an entity with all of its keys.
  static func envelope(of entity: PayloadEntity) -> JSONValue {
    let keys = entity.upsert.keys.map(\.name).sorted { $0.precedesByBytes($1) }
    let payload = keys.compactMap { key in
      entity.field(key).map { JSONMember(name: key, value: value(of: $0)) }
    }
    return [
      "device_id": .string(uuid), "entity_id": .string(uuid), "entity_type": .string(entity.name),
      "operation": "upsert", "payload": .object(payload), "version": .string(hlc),
    ]
  }

  /// A value of a field; of several types the first that says something.
  static func value(of field: PayloadField) -> JSONValue {
    let types = field.types
    if types.contains(.string) { return .string(text(of: field)) }
    if types.contains(.boolean) { return .bool(false) }
    if !types.isDisjoint(with: [.integer, .number]) {
      if let bound = field.minimum ?? field.maximum { return .number(bound) }
      return .integer(1)
    }
    if types.contains(.object) {
      return .object(
        (field.properties ?? []).map { JSONMember(name: $0.name, value: value(of: $0.field)) })
    }
    if types.contains(.array) {
      let element = field.items.map(value) ?? .null
      return .array([JSONValue](repeating: element, count: min(field.minItems ?? 0, 100)))
    }
    return .null
  }

  private static func text(of field: PayloadField) -> String {
    if let value = field.values?.first { return value }
    switch field.format {
    case nil: return "text"
    case .civilDate: return "2026-01-02"
    case .hhmm: return "09:30"
    case .rfc3339UTC: return "2026-01-02T03:04:05.678Z"
    case .hlc: return hlc
    case .uuid: return uuid
    case .uuidOrInbox: return "inbox"
    case .ianaTimeZone: return "Europe/Berlin"
    case .calendarURL: return "https://example.org/"
    case .jsonString: return "null"
    case .jsonArrayString: return "[]"
    case .jsonObjectString: return "{}"
    }
  }
}
