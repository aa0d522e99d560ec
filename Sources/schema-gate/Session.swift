import SchemaGate

/// What a command gets besides its arguments.
struct Session: Sendable {
  /// Where it prints.
  let terminal: Terminal
  /// The command itself, for messages that repeat its usage.
  let command: Command
}
