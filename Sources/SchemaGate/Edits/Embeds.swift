/// Brings the copies of governed files along.
package enum Embeds {
  /// Plans to make every copy equal to its original, and to remove copies of nothing.
  ///
  /// - Parameters:
  ///   - authority: the authority of the working tree.
  ///   - root: the repository's root.
  /// - Throws: `EditRefusal` where an original is missing, `FileError`.
  package static func plan(_ authority: Authority, root: String) throws -> EditPlan {
    var draft = EditDraft(FolderSource(root))
    try draft.bringEmbeds(authority.configuration)
    return try draft.plan()
  }
}

extension EditDraft {
  /// Plans the copies of what is planned so far.
  mutating func bringEmbeds(_ configuration: Configuration) throws {
    for embed in configuration.embeds {
      let state = try EmbedReader(files: self).state(of: embed)
      if !state.isPresent {
        throw EditRefusal(
          "there is no '\(embed.from)' to be embedded",
          help: "correct 'from' in '\(Configuration.fileName)'")
      }
      for file in state.files where file.original != file.copy {
        if let original = file.original {
          write(file.to, original)
          summary.append("copied '\(file.from)' to '\(file.to)'")
        } else {
          remove(file.to)
          summary.append("removed '\(file.to)', a copy of nothing")
        }
      }
    }
  }
}
