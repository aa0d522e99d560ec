import Foundation

/// A folder that exists while the value does, and is removed with everything in it.
public final class TemporaryFolder {
  /// The folder's absolute path.
  public let path: String

  /// Makes a new, empty folder below the system's temporary folder.
  public init() throws {
    let url = FileManager.default.temporaryDirectory
      .appendingPathComponent("schema-gate-test-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    path = url.path
  }

  deinit {
    _ = try? FileManager.default.removeItem(atPath: path)
  }

  /// Writes a file below the folder, making the folders on the way.
  public func write(_ text: String, to relativePath: String) throws {
    try write(Array(text.utf8), to: relativePath)
  }

  /// Writes a file's bytes below the folder, making the folders on the way.
  public func write(_ bytes: [UInt8], to relativePath: String) throws {
    let url = URL(fileURLWithPath: path).appendingPathComponent(relativePath)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: url)
  }

  /// Reads a file below the folder.
  public func read(_ relativePath: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(fileURLWithPath: path).appendingPathComponent(relativePath)))
  }
}
