/// Finds the folder that paths of governed files are relative to.
package enum AuthorityRoot {
  /// The nearest folder, going up, with a configuration file or a baseline in the usual place.
  ///
  /// - Parameter folder: where to start; relative to the current folder, or absolute.
  /// - Returns: the absolute path without symbolic links; nil where there is none.
  package static func find(from folder: String) throws(FileError) -> String? {
    let marks = [Configuration.fileName, GovernedPaths().schema]
    var current: String? = try Syscalls.realPath(folder)
    while let path = current {
      for mark in marks where try Syscalls.status(FilePath.join(path, mark))?.kind == .file {
        return path
      }
      current = FilePath.parent(of: path)
    }
    return nil
  }
}
