/// One version of the ladder as replay saw it.
struct ReplayedVersion {}
