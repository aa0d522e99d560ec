/// What is wrong with the form of a file, and where in it.
public struct FormFault: Hashable, Sendable {
  /// What is wrong; lower-case start, no final period.
  public let message: String

  /// The byte offset that it is about.
  public let offset: Int

  /// What to do about it, where that is not plain from the message.
  public let help: String?

  /// Creates a fault.
  public init(_ message: String, at offset: Int, help: String? = nil) {
    self.message = message
    self.offset = offset
    self.help = help
  }
}

/// What was made of a file: the value where its form allows one, and what is wrong with the form.
public struct Formed<Value: Sendable>: Sendable {
  /// The value; nil where the form is too broken to have one.
  public let value: Value?

  /// The faults, in the order of the file; empty where it is well formed.
  public let faults: [FormFault]

  /// Creates a result.
  public init(_ value: Value?, faults: [FormFault] = []) {
    self.value = value
    self.faults = faults.sorted { $0.offset < $1.offset }
  }
}
