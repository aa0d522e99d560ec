/// Path arithmetic on `/`-separated text, without a look at the disk.
package enum FilePath {
  /// The folder that holds a path; nil for a bare name and for `/`.
  package static func parent(of path: String) -> String? {
    let bytes = path.utf8
    guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return nil }
    if slash == bytes.startIndex { return bytes.count == 1 ? nil : "/" }
    return String(path[..<slash])
  }

  /// The last part of a path.
  package static func name(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return path }
    return String(path[path.utf8.index(after: slash)...])
  }

  /// Puts a relative path below a folder; an absolute one stays as it is.
  package static func join(_ folder: String, _ path: String) -> String {
    if path.utf8.first == UInt8(ascii: "/") || folder.isEmpty { return path }
    if path.isEmpty || path == "." { return folder }
    return folder.utf8.last == UInt8(ascii: "/") ? folder + path : "\(folder)/\(path)"
  }

  /// A relative path without `.`, `..` and doubled slashes; nil where it is absolute or leaves its
  /// folder. The folder itself is the empty path.
  package static func normalized(_ path: String) -> String? {
    if path.utf8.first == UInt8(ascii: "/") || path.utf8.contains(0) { return nil }
    var parts: [Substring] = []
    for part in path.split(separator: "/", omittingEmptySubsequences: true) {
      if part == "." { continue }
      if part == ".." {
        if parts.popLast() == nil { return nil }
      } else {
        parts.append(part)
      }
    }
    return parts.joined(separator: "/")
  }
}
