/// What the lock and the frozen set hold of governed files, for telling which of two differing
/// texts is the recorded one.
extension Authority {
  /// Whether some bytes are the text that is recorded for a governed file; nil for a file of
  /// which nothing is recorded.
  ///
  /// What is frozen counts before what the lock says: the lock can be written anew.
  func isRecorded(_ bytes: [UInt8], at path: String) -> Bool? {
    if path == paths.lock { return keepsFrozenEntries(bytes) }
    if let frozen = frozenContract(at: path) { return SHA256.digest(of: bytes) == frozen.digest }
    guard let entry = recordedEntry(at: path) else { return nil }
    return SQLDigest.digest(of: bytes) == entry.digest
  }

  /// Whether what is recorded for a governed file is frozen, so that no command records another.
  func isFrozen(at path: String) -> Bool {
    if path == paths.lock || frozenContract(at: path) != nil { return true }
    return version(at: path).map { frozen.entry($0) != nil } ?? false
  }

  /// Whether all versions are there to be run: none is missing, behind a gap, beside another of its
  /// number, or in a file whose name says no version.
  var isLadderWhole: Bool {
    ladderObstacle == nil && ladder.versions.count >= lock.value?.entries.count ?? 0
  }

  /// What is recorded of the version whose number a file in the migrations folder has, where that
  /// is under another name; nil where nothing is, and for other files.
  func recordedElsewhere(than path: String) -> Lock.Entry? {
    guard FilePath.parent(of: path) == paths.migrations else { return nil }
    let name = FilePath.name(of: path)
    let version: Version? =
      switch MigrationFileName(name) {
      case .migration(let version, _): version
      case .malformed(_, _, let number): number.flatMap { Version($0) }
      case .ignored, .foreign: nil
      }
    guard let version, !version.isBaseline,
      let entry = frozen.entry(version) ?? lock.value?[version],
      entry.identity.lockName != name
    else { return nil }
    return entry
  }

  /// Where a file under another name holds the text that is recorded for a governed one.
  func pathOfRecordedText(for path: String) -> String? {
    guard let entry = recordedEntry(at: path) else { return nil }
    return ladderFiles.first {
      $0.version == entry.version && $0.source.path != path
        && $0.identity.digest == entry.digest
    }?.source.path
  }

  private func version(at path: String) -> Version? {
    if path == paths.schema { return .baseline }
    guard FilePath.parent(of: path) == paths.migrations,
      case .migration(let version, _) = MigrationFileName(FilePath.name(of: path))
    else { return nil }
    return version
  }

  private func recordedEntry(at path: String) -> Lock.Entry? {
    guard let version = version(at: path),
      let entry = frozen.entry(version) ?? lock.value?[version],
      version.isBaseline || entry.identity.lockName == FilePath.name(of: path)
    else { return nil }
    return entry
  }

  private func frozenContract(at path: String) -> FrozenSet.Contract? {
    guard FilePath.parent(of: path) == paths.payloads else { return nil }
    return frozen.contracts.first { "\($0.version.padded).json" == FilePath.name(of: path) }
  }

  /// Whether a lock has every frozen entry; nil where none is frozen.
  private func keepsFrozenEntries(_ bytes: [UInt8]) -> Bool? {
    guard !frozen.entries.isEmpty else { return nil }
    guard let other = Lock.read(SourceText(path: paths.lock, bytes: bytes)).value else {
      return false
    }
    return frozen.entries.allSatisfy { other[$0.version]?.identity == $0.identity }
  }
}
