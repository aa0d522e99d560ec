/// The wire contract under which this app writes what it syncs.
///
/// It is the newest one in `schema/sync_payload`, and raised in the commit that adds the next:
/// `schema-gate check` reads this line, and fails where the two disagree.
let payloadSchemaVersion = 2
