/// An authority as it is now, beside what another revision had.
struct AuthorityComparison {}
