/// Every rule, in the order of the documentation: a new rule is one file and one line here.
public enum RuleList {
  /// All rules.
  public static let all: [Rule] = [
    .lockForm,
    .lockCanonical,
    .policyForm,
    .acknowledgedForm,
    .regime,
    .versionName,
    .versionDuplicate,
    .versionGap,
    .strayFile,
    .unrecordedMigration,
    .missingMigration,
    .baselineDigest,
    .lockDigest,
    .digestLossy,
    .sqlText,
    .unterminatedComment,
    .emptyFile,
    .embedDrift,
    .sqlError,
    .migrationStatement,
    .pragmaNoOp,
    .foreignSchema,
    .bookkeepingTable,
    .doubleQuotedString,
    .closure,
    .strictTable,
    .explicitOnDelete,
    .fkTarget,
    .fkSetNull,
    .fkIndex,
    .booleanCheck,
    .timestampEncoding,
    .enumCheck,
    .naturalKey,
    .partialUnique,
    .sortKey,
    .vocabulary,
    .columnFamily,
    .localOnly,
    .sqliteFloor,
    .redundantIndex,
    .withoutRowID,
    .frozenEmpty,
    .frozenEntry,
    .frozenContract,
    .releaseUnfrozen,
    .launchedReverted,
    .frozenRemoved,
    .ladderCollision,
    .waiverReason,
    .waiverExpired,
    .waiverUnused,
  ]

  /// The rule of an id, also of one that it had before.
  public static func rule(_ id: RuleID) -> Rule? {
    all.first { $0.id == id } ?? all.first { $0.formerIDs.contains(id) }
  }

  /// Today's id of a rule, for one that may be a former one.
  static func canonical(_ id: RuleID) -> RuleID { rule(id)?.id ?? id }
}
