/// What keeps a ladder from being recorded: the first thing that must be mended before it can be.
enum LadderObstacle: Hashable, Sendable {
  /// A file in the migrations' folder has not the name of a migration.
  case misnamed(path: String)
  /// Two migrations have the same number.
  case sameNumber(names: [String])
  /// The version before a migration is missing.
  case gap(path: String)
}

extension Authority {
  /// What keeps the ladder from being recorded; nil where nothing does.
  var ladderObstacle: LadderObstacle? {
    if let stray = strayFiles.first(where: \.isMisnamed) { return .misnamed(path: stray.path) }
    for (file, following) in zip(ladderFiles, ladderFiles.dropFirst())
    where file.version == following.version {
      return .sameNumber(names: [file.identity.lockName, following.identity.lockName])
    }
    let sound = Set(ladder.migrations.map(\.source.path))
    return ladderFiles.first { !sound.contains($0.source.path) }.map { .gap(path: $0.source.path) }
  }

  /// Advice that ends with the command that records the files, behind what that refuses to do.
  ///
  /// - Parameter advice: what the command is for, such as `record it`.
  func recordHelp(_ advice: String) -> String {
    if policy.isMissing {
      return "\(advice), but first restore '\(policy.path)', or begin: schema-gate init"
    }
    let recordCommand = isLaunched ? "schema-gate lock" : "schema-gate seed"
    if policy.value == nil {
      return "\(advice), but first mend '\(policy.path)'; then: \(recordCommand)"
    }
    switch ladderObstacle {
    case nil: return "\(advice): \(recordCommand)"
    case .sameNumber(let names):
      let pair = names.map { "'\($0)'" }.joined(separator: " or ")
      return "\(advice), but first give \(pair) the next number, after a merge by: schema-gate "
        + "renumber --onto <revision>; then: \(recordCommand)"
    case .gap(let path):
      return "\(advice), but first close the gap before '\(path)'; then: \(recordCommand)"
    case .misnamed(let path):
      return "\(advice), but first give '\(path)' the name of a migration; then: \(recordCommand)"
    }
  }
}
