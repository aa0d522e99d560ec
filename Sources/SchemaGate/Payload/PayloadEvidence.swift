/// The payload contracts and fixtures of an authority.
struct PayloadEvidence {}
