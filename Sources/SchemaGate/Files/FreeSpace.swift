#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

/// How much room a file system has left.
enum FreeSpace {
  /// The bytes that this user can still write in a folder; nil where the system doesn't say.
  static func bytes(in folder: String) -> Int64? {
    var raw = statvfs()
    guard statvfs(folder.isEmpty ? "." : folder, &raw) == 0 else { return nil }
    let (bytes, overflow) = Int64(clamping: raw.f_bavail)
      .multipliedReportingOverflow(by: Int64(clamping: raw.f_frsize))
    return overflow ? Int64.max : bytes
  }

  /// A number of bytes for people: `512 bytes`, `12.4 MB`.
  static func text(_ bytes: Int64) -> String {
    if bytes < 10_000 { return "\(bytes) bytes" }
    let units: [(String, Int64)] = [("GB", 1_000_000_000), ("MB", 1_000_000), ("KB", 1000)]
    for (name, size) in units where bytes >= size {
      return "\(bytes / size).\(bytes % size * 10 / size) \(name)"
    }
    return "\(bytes) bytes"
  }
}
