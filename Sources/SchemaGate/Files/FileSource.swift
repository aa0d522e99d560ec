/// Where files are read from: a folder, the git index, a git revision, or whatever an app makes up.
///
/// Paths are relative to the source's root, with `/` between their parts and without `.` or `..`;
/// the root itself is the empty path.
public protocol FileSource {
  /// Reads a whole file, following symbolic links; nil where it, or a folder above, is missing.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - limit: the most bytes that are accepted; more is a `FileError` of kind `tooLarge`.
  /// - Throws: `FileError` where something is there that cannot be read, `GitError` for git.
  func read(_ path: String, limit: Int) throws -> [UInt8]?

  /// Lists a folder in the order of the names' bytes; nil where it is missing.
  func list(_ folder: String) throws -> [FolderEntry]?

  /// Prepares to read these files, and those directly in some folders, where one request for many
  /// is cheaper; what is missing, or of another kind, doesn't matter.
  func prefetch(_ files: [String], in folders: [String], limit: Int) throws
}

extension FileSource {
  /// Does nothing, which is right for whatever reads fast anyway.
  public func prefetch(_ files: [String], in folders: [String], limit: Int) throws {}
}

/// The files below a folder on disk.
public struct FolderSource: FileSource, Sendable {
  /// The folder's path.
  public let root: String

  /// Creates a source; nothing is read yet.
  public init(_ root: String) { self.root = root }

  /// Reads a file below the folder.
  public func read(_ path: String, limit: Int) throws -> [UInt8]? {
    try Syscalls.readIfPresent(FilePath.join(root, path), limit: limit)
  }

  /// Lists a folder below the folder.
  public func list(_ folder: String) throws -> [FolderEntry]? {
    do throws(FileError) {
      return try Syscalls.list(FilePath.join(root, folder))
    } catch {
      if error.kind == .missing { return nil }
      throw error
    }
  }
}
