/// The exact JSON of every synced entity's operations, at one payload version.
///
/// A value is made only from a file whose form makes sense as a whole; what is wrong in the parts is
/// kept beside it as faults.
public struct PayloadContract: Sendable {
  /// The format of contract files that is read here.
  public static let format = 3

  /// The payload version.
  public let version: Int

  /// The byte offset of the version in the file.
  let versionOffset: Int

  /// The entities in the order of their names.
  public let entities: [PayloadEntity]

  /// The byte offset of `entities`.
  let entitiesOffset: Int

  /// How fields came to entities that existed before them.
  public let evolution: [FieldEvolution]

  /// The byte offset of `field_evolution`.
  let evolutionOffset: Int

  /// The path of the golden fixture, relative to the contract's folder.
  let fixturePath: PayloadKey

  /// The digest of the golden fixture's bytes; nil where it is malformed.
  let fixtureDigest: SHA256Digest?

  /// The byte offset of that digest.
  let fixtureDigestOffset: Int

  /// Spellings that may never become fields, by entity.
  let reserved: [ReservedKeys]

  /// The byte offset of `shadow_reserved_keys`.
  let reservedOffset: Int

  /// The file.
  let text: SourceText

  /// Reads a contract's file.
  ///
  /// - Returns: the contract where the file makes sense as a whole, and what is wrong with its form,
  ///   which judges nothing beyond this one file.
  public static func read(_ text: SourceText) -> Formed<PayloadContract> {
    ContractReader.read(text)
  }

  /// The entity of a name.
  public func entity(_ name: String) -> PayloadEntity? { entities.first { $0.name == name } }

  /// The spellings that an entity may never use.
  public func reservedKeys(of entity: String) -> [String] {
    reserved.first { $0.entity.name == entity }?.keys.map(\.name) ?? []
  }

  /// The place of a byte offset in the file.
  func location(at offset: Int, object: String? = nil) -> Location {
    var location = Location.offset(offset, in: text)
    location.object = object
    return location
  }

  /// The name of the file of a version, without its ending.
  static func padded(_ version: Int) -> String {
    let digits = String(version)
    return String(repeating: "0", count: max(0, 3 - digits.utf8.count)) + digits
  }

  /// The path of a version's fixture, relative to the contracts' folder.
  static func fixturePath(of version: Int) -> String {
    "fixtures/\(padded(version)).golden.json"
  }
}

/// A name with the byte offset at which a file has it.
public struct PayloadKey: Hashable, Sendable {
  /// The name.
  public let name: String
  /// Its byte offset.
  let offset: Int

  /// Creates a name that stands nowhere, or at an offset.
  init(_ name: String, at offset: Int = 0) {
    self.name = name
    self.offset = offset
  }
}

/// One entity: its fields, and which of them each operation carries.
public struct PayloadEntity: Sendable {
  /// The name, such as `task`.
  public let name: String
  /// The byte offset of the name.
  let offset: Int
  /// The fields in the order of their names.
  let members: [PayloadMember]
  /// The keys of an upsert.
  public let upsert: PayloadShape
  /// The alternatives of a delete; empty where the entity cannot be deleted.
  public let deletes: [PayloadShape]
  /// The byte offset of the list of delete shapes.
  let deletesOffset: Int
  /// Upsert keys that have no column of their own.
  public let synthetic: [PayloadKey]
  /// The byte offset of the list of synthetic keys.
  let syntheticOffset: Int

  /// The names of the fields, in the order of their bytes.
  public var fieldNames: [String] { members.map(\.name) }

  /// The specification of a field.
  public func field(_ name: String) -> PayloadField? { member(name)?.field }

  /// A field with its place.
  func member(_ name: String) -> PayloadMember? { members.first { $0.name == name } }

  /// Whether an upsert key has no column of its own.
  public func isSynthetic(_ key: String) -> Bool { synthetic.contains { $0.name == key } }
}

/// The keys of one operation, or of one of its alternatives.
public struct PayloadShape: Sendable {
  /// The name of a delete's alternative; `upsert` for an upsert.
  public let name: String
  /// The byte offset of the shape.
  let offset: Int
  /// Keys that must be there.
  public let required: [PayloadKey]
  /// The byte offset of the list of required keys.
  let requiredOffset: Int
  /// Keys that may be there.
  public let optional: [PayloadKey]
  /// The byte offset of the list of optional keys.
  let optionalOffset: Int
  /// The key whose presence tells this alternative from the others.
  public let marker: PayloadKey?

  /// All keys, the required ones first.
  var keys: [PayloadKey] { required + optional }

  /// Whether a key must be there.
  func requires(_ key: String) -> Bool { required.contains { $0.name == key } }

  /// Whether a key may be there without having to.
  func permits(_ key: String) -> Bool { optional.contains { $0.name == key } }
}

/// How a field came to an entity that existed before it.
public struct FieldEvolution: Sendable {
  /// The entity.
  public let entity: String
  /// The field.
  public let field: String
  /// The byte offset of the entry's name.
  let offset: Int
  /// The version that brought the field, with its byte offset.
  public let introducedIn: Int
  let introducedOffset: Int
  /// What an insert by an older client means for the field.
  public let insertDefault: JSONValue
  /// What the field is for.
  public let meaning: String
  let meaningOffset: Int

  /// The entry's name, `entity.field`.
  var name: String { "\(entity).\(field)" }
}

/// Spellings that an entity may never use.
struct ReservedKeys: Sendable {
  let entity: PayloadKey
  let keys: [PayloadKey]
}
