/// What the process ends with; scripts and hooks rely on these numbers.
enum ExitStatus: Int32, Sendable {
  /// Nothing was found; of a database: it is usable.
  case clean = 0
  /// Something was found; of a database: it was refused, or has drifted.
  case findings = 1
  /// The command line or the configuration is wrong.
  case usage = 2
  /// The work could not be done: nothing to judge, a file, git, the disk.
  case couldNotRun = 3
  /// Another process holds the database.
  case busy = 4
}
