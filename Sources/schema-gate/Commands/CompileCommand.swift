import SchemaGate

extension Command {
  static let compile = Command(
    name: "compile",
    summary: "Write a verified ladder as Swift source",
    section: .tools,
    operands: Operands("<folder>", atLeast: 1, atMost: 1, kind: .folder),
    discussion: [
      """
      The folder has 'schema.sql' and 'migrations' with their lock, as an app carries them. The \
      ladder is verified against the lock; one that doesn't hold is an error at its file, and \
      nothing is written. The CompileLadder plugin of this package runs this in every build.
      """
    ],
    options: [output, typeName, .dryRun],
    examples: [
      Example(
        "schema-gate compile Sources/App/Schema --output Ladder.swift",
        "let the app call BundledLadder.load()")
    ],
    run: { session, arguments in
      let folder = arguments.operands[0]
      guard try Syscalls.isFolder(folder) else {
        throw UsageError("there is no folder '\(folder)'", help: "correct the path")
      }
      let name = arguments.value(typeName) ?? "BundledLadder"
      guard LadderSourceCode.canBeType(name) else {
        throw UsageError(
          "'\(name)' is no name of a type", help: "write letters, digits and _, as in BundledLadder"
        )
      }
      let code: LadderSourceCode
      do {
        code = try LadderSourceCode(folder: folder, typeName: name)
      } catch let error as LadderError {
        // As compilers print errors, so that an IDE shows it at its place.
        let place = error.position.map { ":\($0.line):\($0.column)" } ?? ":1:1"
        let path = FilePath.join(folder, error.path)
        session.terminal.print("\(path)\(place): error: \(error.message)")
        return .findings
      }
      if let output = arguments.value(output) {
        let isRehearsal = arguments.has(.dryRun)
        if !isRehearsal { try AtomicWrite.write(Array(code.text.utf8), to: output) }
        session.terminal.print("\(isRehearsal ? "would write" : "wrote") \(output)")
      } else {
        session.terminal.write(Array(code.text.utf8))
      }
      return .clean
    })

  private static let output = Option.value(
    "output", short: "o", "<file>", .file, "write to this file instead of standard output")
  private static let typeName = Option.value(
    "name", "<type>", .text, "call the generated type so instead of BundledLadder")
}
