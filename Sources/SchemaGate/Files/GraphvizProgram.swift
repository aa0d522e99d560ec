/// The `dot` program of Graphviz (https://graphviz.org), where it is installed.
package enum GraphvizProgram {
  /// Draws graphs as SVG.
  ///
  /// - Parameters:
  ///   - graphs: graphs in the DOT language, one after the other.
  ///   - program: the program's name or path.
  /// - Returns: SVG documents, one for each graph; nil where the program isn't installed.
  /// - Throws: `GraphvizError` with what the program said, and `FileError` where it can't be run.
  package static func svg(of graphs: String, program: String = "dot") throws -> String? {
    let result: ChildProcess.Result
    do throws(FileError) {
      result = try ChildProcess.run(program, ["-Tsvg"], input: Array(graphs.utf8), limit: 64 << 20)
    } catch {
      if error.kind == .missing { return nil }
      throw error
    }
    guard result.status == 0 else {
      let said = String(decoding: result.errors, as: UTF8.self)
        .split(whereSeparator: \.isNewline).first.map(String.init)
      throw GraphvizError(description: said ?? "it ended with status \(result.status)")
    }
    return String(decoding: result.output, as: UTF8.self)
  }
}

/// Graphviz could not draw a graph.
package struct GraphvizError: Error, Hashable, CustomStringConvertible {
  /// What it said.
  package let description: String
}
