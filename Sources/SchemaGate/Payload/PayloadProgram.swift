/// A contract in the form in which envelopes are checked against it: flat arrays of plain values.
///
/// Numbers stand for names, bits for sets, so that checking allocates nothing and counts no
/// references.
struct PayloadProgram: Sendable {
  /// What a value must be.
  struct Node: Sendable {
    var types: PayloadTypes
    /// The number of the format in `PayloadFormat.allCases`; -1 for none.
    var format: Int8 = -1
    var hasMinimum = false
    var hasMaximum = false
    var isUnique = false
    /// Whether a string's content must be looked at.
    var looksInside = false
    /// The set of allowed strings, in `tables`; -1 for any.
    var values: Int32 = -1
    /// The node of an array's elements; -1 for any.
    var items: Int32 = -1
    var minItems: Int32 = 0
    var maxItems: Int32 = .max
    /// The members of an object, in `shapes`; -1 for any.
    var shape: Int32 = -1
    var minimum = Bound()
    var maximum = Bound()
  }

  /// A bound, exact where it is an integer.
  struct Bound: Sendable {
    var integer: Int64?
    var double: Double = 0
  }

  /// The members of an object.
  struct Shape: Sendable {
    /// Their names.
    let table: NamePool.Table
    /// The node of the first, in `children`; the others follow in the order of their numbers.
    let firstChild: Int32
    /// Words of a set of members.
    let words: Int32
    /// The members that must be there: where the set begins in `masks`.
    let required: Int32
    /// Whether other members may be there.
    let isOpen: Bool
  }

  /// Which keys an operation must have and may have: where the sets begin in `masks`.
  struct Operation: Sendable {
    let required: Int32
    let allowed: Int32
    /// The number of the key that marks a delete's alternative; -1 for none.
    let marker: Int32
  }

  struct Entity: Sendable {
    /// The shape of its payloads' members.
    let shape: Int32
    /// The number of the key `version`; -1 where it is missing.
    let version: Int32
    let upsert: Operation
    /// The alternatives of a delete, in `deletes`.
    let deletes: Range<Int32>
    /// Where its counts of failures begin.
    let counts: Int32
  }

  private(set) var pool = NamePool()
  private(set) var nodes: [Node] = []
  private(set) var shapes: [Shape] = []
  private(set) var children: [Int32] = []
  private(set) var masks: [UInt64] = []
  private(set) var tables: [NamePool.Table] = []
  private(set) var entities: [Entity] = []
  private(set) var deletes: [Operation] = []

  /// The names of the alternatives, beside `deletes`.
  private(set) var deleteNames: [String] = []

  /// The names of the entities.
  let entityTable: NamePool.Table
  /// The members of an envelope, in the order of `EnvelopeMember`.
  let envelopeTable: NamePool.Table
  /// The operations: `delete`, `upsert`.
  let operationTable: NamePool.Table
  /// How many counts of failures there are.
  let countSize: Int

  /// The formats by their numbers.
  static let formats = PayloadFormat.allCases

  /// Compiles a contract.
  init(_ contract: PayloadContract) {
    entityTable = pool.add(contract.entities.map(\.name))
    envelopeTable = pool.add(EnvelopeMember.allCases.map(\.rawValue))
    operationTable = pool.add(["delete", "upsert"])
    // The first counts are those of envelopes whose entity is not known.
    var counts = EnvelopeCount.slots(fields: 0)
    var compiled: [Entity] = []
    // Properties set above are all that the functions below read, beside the arrays they fill.
    var builder = PayloadProgramBuilder(pool: pool)
    for entity in contract.entities {
      compiled.append(builder.entity(entity, counts: Int32(counts)))
      counts += EnvelopeCount.slots(fields: entity.members.count)
    }
    countSize = counts
    pool = builder.pool
    nodes = builder.nodes
    shapes = builder.shapes
    children = builder.children
    masks = builder.masks
    tables = builder.tables
    deletes = builder.deletes
    deleteNames = builder.deleteNames
    entities = compiled
  }
}

/// The members of an envelope.
enum EnvelopeMember: String, CaseIterable, Sendable {
  case deviceID = "device_id"
  case entityID = "entity_id"
  case entityType = "entity_type"
  case operation
  case payload
  case version
}

/// Where failures are counted within an entity's counts.
enum EnvelopeCount {
  /// The envelope itself.
  static let envelope = 0
  /// Keys that the entity does not have.
  static let unknownKey = 1

  /// The slot of a field.
  static func field(_ number: Int) -> Int { number + 2 }

  /// The slots of an entity.
  static func slots(fields: Int) -> Int { fields + 2 }
}

/// Gathers the parts of a program.
private struct PayloadProgramBuilder {
  typealias Program = PayloadProgram

  var pool: NamePool
  var nodes: [Program.Node] = []
  var shapes: [Program.Shape] = []
  var children: [Int32] = []
  var masks: [UInt64] = []
  var tables: [NamePool.Table] = []
  var deletes: [Program.Operation] = []
  var deleteNames: [String] = []

  mutating func entity(_ entity: PayloadEntity, counts: Int32) -> Program.Entity {
    let names = entity.fieldNames
    let shape = shape(entity.members, required: [], isOpen: false)
    let upsert = operation(entity.upsert, names)
    let first = Int32(deletes.count)
    for delete in entity.deletes {
      deletes.append(operation(delete, names))
      deleteNames.append(delete.name)
    }
    return Program.Entity(
      shape: shape, version: Int32(names.firstIndex(of: "version") ?? -1), upsert: upsert,
      deletes: first..<Int32(deletes.count), counts: counts)
  }

  private mutating func operation(_ shape: PayloadShape, _ names: [String]) -> Program.Operation {
    let marker = shape.marker.flatMap { names.firstIndex(of: $0.name) } ?? -1
    return Program.Operation(
      required: mask(of: shape.required.map(\.name), among: names),
      allowed: mask(of: shape.keys.map(\.name), among: names), marker: Int32(marker))
  }

  private mutating func mask(of chosen: [String], among names: [String]) -> Int32 {
    let start = masks.count
    masks += [UInt64](repeating: 0, count: PayloadProgramBuilder.words(names.count))
    for name in chosen {
      guard let number = names.firstIndex(of: name) else { continue }
      masks[start + number / 64] |= 1 << UInt64(number % 64)
    }
    return Int32(start)
  }

  private static func words(_ count: Int) -> Int { max(1, (count + 63) / 64) }

  private mutating func shape(
    _ members: [PayloadMember], required: [String], isOpen: Bool
  ) -> Int32 {
    let names = members.map(\.name)
    let compiled = members.map { node($0.field) }
    let firstChild = Int32(children.count)
    children += compiled
    shapes.append(
      Program.Shape(
        table: pool.add(names), firstChild: firstChild,
        words: Int32(PayloadProgramBuilder.words(names.count)),
        required: mask(of: required, among: names), isOpen: isOpen))
    return Int32(shapes.count - 1)
  }

  mutating func node(_ field: PayloadField) -> Int32 {
    var node = Program.Node(types: field.types)
    if let format = field.format, let number = Program.formats.firstIndex(of: format) {
      node.format = Int8(number)
    }
    if let values = field.values {
      node.values = Int32(tables.count)
      tables.append(pool.add(values))
    }
    node.looksInside = node.format >= 0 || node.values >= 0
    if let minimum = field.minimum {
      node.hasMinimum = true
      node.minimum = Program.Bound(integer: minimum.int64, double: minimum.double)
    }
    if let maximum = field.maximum {
      node.hasMaximum = true
      node.maximum = Program.Bound(integer: maximum.int64, double: maximum.double)
    }
    node.isUnique = field.uniqueItems ?? false
    node.minItems = Int32(clamping: field.minItems ?? 0)
    node.maxItems = Int32(clamping: field.maxItems ?? Int(Int32.max))
    if let items = field.items { node.items = self.node(items) }
    if let properties = field.properties {
      node.shape = shape(
        properties, required: field.requiredProperties ?? [],
        isOpen: field.additionalProperties ?? true)
    }
    nodes.append(node)
    return Int32(nodes.count - 1)
  }
}
