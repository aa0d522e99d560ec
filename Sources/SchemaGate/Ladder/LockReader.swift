extension Lock {
  /// Reads a lock strictly: whatever is not exactly a lock is a located fault.
  public static func read(_ text: SourceText) -> Formed<Lock> {
    var form = JSONForm()
    guard let value = form.read(text), let entries = entries(in: value, "the lock", form: &form)
    else { return Formed(nil, faults: form.faults) }
    return Formed(form.faults.isEmpty ? Lock(entries: entries) : nil, faults: form.faults)
  }

  /// Reads the entries that the lock, and the frozen part of the policy, are made of.
  static func entries(
    in value: JSONValue, _ what: String, form: inout JSONForm
  ) -> [Entry]? {
    guard let members = form.members(value, what) else { return nil }
    return members.compactMap { member in
      guard let version = version(member, what, form: &form),
        let fields = form.object(
          member.value, "entry '\(member.name)'", required: ["name", "sha256"])
      else { return nil }
      guard let nameValue = fields["name"], let digestValue = fields["sha256"],
        let lockName = form.string(nameValue, "the name of entry '\(member.name)'"),
        let name = name(lockName, of: version, at: nameValue.offset, form: &form),
        let digest = form.digest(digestValue, "the sha256 of entry '\(member.name)'")
      else { return nil }
      return Entry(
        VersionIdentity(version: version, name: name, digest: digest), offset: member.nameOffset)
    }
  }

  /// The version that a member's name says.
  static func version(
    _ member: JSONMember, _ what: String, form: inout JSONForm
  ) -> Version? {
    if let version = Version(padded: member.name) { return version }
    let meant = Version.number(digits: member.name).flatMap { Version($0) }
    form.report(
      "\(what) has a key '\(member.name)' that is not a zero-padded version",
      at: member.nameOffset, help: meant.map { "write '\($0.padded)'" })
    return nil
  }

  /// The recorded name behind a name such as `002_pages.sql`.
  private static func name(
    _ lockName: String, of version: Version, at offset: Int, form: inout JSONForm
  ) -> String? {
    if version.isBaseline {
      let expected = VersionIdentity.lockName(version, VersionIdentity.baselineName)
      if lockName == expected { return VersionIdentity.baselineName }
      form.report("entry '001' must be named '\(expected)', not '\(lockName)'", at: offset)
      return nil
    }
    if case .migration(let named, let name) = MigrationFileName(lockName), named == version {
      return name
    }
    form.report(
      "entry '\(version.padded)' must be named '\(version.padded)_<name>.sql', not '\(lockName)'",
      at: offset)
    return nil
  }
}
