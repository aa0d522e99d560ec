extension PayloadVersionPlace {
  /// What is wrong with a pattern; nil for a regular expression with exactly one group.
  static func complaint(about pattern: String) -> String? {
    do {
      // Groups are counted in a match, so the expression is offered beside an empty alternative;
      // compiling is most of the cost, so it is done once.
      let output = try Regex("|" + pattern).prefixMatch(in: "")?.output
      let groups = (output?.count ?? 1) - 1
      return groups == 1 ? nil : "'pattern' must have exactly one group, not \(groups)"
    } catch {
      return "'pattern' is no regular expression: \(error)"
    }
  }

  /// The places where a source text declares the version: the text of each match's group.
  ///
  /// - Returns: the groups with their byte offsets, in the order of the text.
  func matches(in text: SourceText) -> [Placed<String>] {
    let string = String(decoding: text.bytes, as: UTF8.self)
    do {
      let regex = try Regex(pattern)
      return string.matches(of: regex).compactMap { match in
        guard match.output.count > 1, let range = match.output[1].range else { return nil }
        let offset = string.utf8.distance(from: string.startIndex, to: range.lowerBound)
        return Placed(String(string[range]), at: offset)
      }
    } catch {
      // The pattern was compiled when the configuration was read, so this does not happen.
      return []
    }
  }
}
