/// The schema that the whole ladder arrives at, with SQLite there to be asked.
struct SchemaEvidence {}
