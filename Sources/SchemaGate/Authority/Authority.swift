/// The parsed authority: everything under governance, from one source.
public struct Authority: Sendable {}
