/// Finds the known word that a mistyped one most likely meant.
public enum NearestName {
  /// Returns the known name nearest to a word, or nil where none is near enough to be meant.
  ///
  /// Nearness is the number of single letters to insert, drop, replace or swap with a neighbour,
  /// letter case aside; a third of the word's length is the most that still counts.
  public static func nearest(_ word: String, among known: some Sequence<String>) -> String? {
    let target = letters(word)
    // Long words cost quadratic time and are no typing mistakes.
    guard target.count <= 64 else { return nil }
    let limit = max(1, target.count / 3)
    var best: (distance: Int, name: String)?
    for name in known {
      let candidate = letters(name)
      guard abs(candidate.count - target.count) <= limit else { continue }
      let distance = distance(target, candidate)
      if distance <= limit && distance < (best?.distance ?? .max) { best = (distance, name) }
    }
    return best?.name
  }

  private static func letters(_ word: String) -> [UInt8] {
    word.utf8.map { (65...90).contains($0) ? $0 + 32 : $0 }
  }

  /// The optimal string alignment distance.
  private static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...right.count)
    for (row, letter) in left.enumerated() {
      var current = [row + 1]
      for (column, other) in right.enumerated() {
        var cost = min(
          last[column] + (letter == other ? 0 : 1), last[column + 1] + 1, current[column] + 1)
        if row > 0, column > 0, letter == right[column - 1], left[row - 1] == other {
          cost = min(cost, beforeLast[column - 1] + 1)
        }
        current.append(cost)
      }
      beforeLast = last
      last = current
    }
    return last[right.count]
  }
}
