/// The drawings that Graphviz made, laid side by side into one.
struct MapDrawing {
  /// One drawing: its markup without the SVG element around it, and its size in points.
  struct Part: Hashable {
    let markup: String
    let width: Double
    let height: Double
  }

  /// A part with the place of its upper left corner.
  struct Placed: Hashable {
    let part: Part
    let x: Double
    let y: Double
  }

  let placed: [Placed]
  let width: Double
  let height: Double

  /// The space between parts, in points.
  private static let gap = 22.0

  /// Reads SVG documents as Graphviz writes them, one after the other, and packs them.
  init(_ documents: String) { self.init(parts: MapDrawing.parts(of: documents)) }

  /// Packs parts into an area that is wider than high: the highest first, each where it comes to
  /// lie highest.
  init(parts: [Part]) {
    let area = parts.reduce(0) {
      $0 + ($1.width + MapDrawing.gap) * ($1.height + MapDrawing.gap)
    }
    let widest = parts.map(\.width).max() ?? 0
    let limit = max(widest, (area * 1.9).squareRoot())
    // The lower edge of what is placed: from each x to the next, nothing is above y.
    var skyline = [(x: 0.0, y: 0.0)]
    var placed: [Placed] = []
    let order = parts.enumerated().sorted { left, right in
      left.element.height != right.element.height
        ? left.element.height > right.element.height : left.offset < right.offset
    }
    for (_, part) in order {
      let spot = MapDrawing.spot(for: part.width, on: skyline, limit: limit)
      placed.append(Placed(part: part, x: spot.x, y: spot.y))
      MapDrawing.cover(
        &skyline, from: spot.x, to: spot.x + part.width + MapDrawing.gap,
        with: spot.y + part.height + MapDrawing.gap)
    }
    self.placed = placed
    width = placed.map { $0.x + $0.part.width }.max() ?? 0
    height = placed.map { $0.y + $0.part.height }.max() ?? 0
  }

  private static func spot(
    for width: Double, on skyline: [(x: Double, y: Double)], limit: Double
  ) -> (x: Double, y: Double) {
    var best: (x: Double, y: Double)?
    for step in skyline where step.x == 0 || step.x + width <= limit {
      let below = skyline.enumerated().filter { place, other in
        let end = place + 1 < skyline.count ? skyline[place + 1].x : .infinity
        return other.x < step.x + width + gap && end > step.x
      }
      let y = below.map(\.element.y).max() ?? 0
      if best.map({ y < $0.y }) ?? true { best = (step.x, y) }
    }
    return best ?? (0, 0)
  }

  private static func cover(
    _ skyline: inout [(x: Double, y: Double)], from: Double, to: Double, with y: Double
  ) {
    let after = skyline.last { $0.x <= to }?.y ?? 0
    skyline.removeAll { $0.x >= from && $0.x <= to }
    skyline += [(from, y), (to, after)]
    skyline.sort { $0.x < $1.x }
  }

  /// The markup between `<svg …>` and `</svg>` of each document, with its size.
  private static func parts(of documents: String) -> [Part] {
    var parts: [Part] = []
    var rest = documents[...]
    while let start = rest.firstRange(of: "<svg"),
      let opened = rest[start.upperBound...].firstIndex(of: ">"),
      let end = rest[opened...].firstRange(of: "</svg>")
    {
      let head = rest[start.upperBound..<opened]
      if let width = points("width", in: head), let height = points("height", in: head) {
        let markup = String(rest[rest.index(after: opened)..<end.lowerBound])
        parts.append(Part(markup: cleaned(markup), width: width, height: height))
      }
      rest = rest[end.upperBound...]
    }
    return parts
  }

  private static func points(_ attribute: String, in head: Substring) -> Double? {
    guard let start = head.firstRange(of: " \(attribute)=\"") else { return nil }
    return Double(head[start.upperBound...].prefix { $0.isNumber || $0 == "." })
  }

  /// Takes away what the page doesn't want: comments, tooltips of node numbers, stops for the tab
  /// key at each table, and ids that all drawings have.
  private static func cleaned(_ markup: String) -> String {
    var kept = ""
    for line in markup.split(separator: "\n") {
      if line.hasPrefix("<!--") || line.hasPrefix("<title>") { continue }
      if line.hasPrefix("<g id=\"a_t"), let end = line.firstIndex(of: ">") {
        kept += "<g>"
        kept += MapDrawing.unstopped(line[line.index(after: end)...])
      } else if line.hasPrefix("<g id="), line.contains(" class=\"graph\""),
        let transform = line.firstRange(of: " transform=")
      {
        kept += "<g\(line[transform.lowerBound...])"
      } else {
        kept += line
      }
      kept += "\n"
    }
    return kept
  }

  private static func unstopped(_ line: Substring) -> String {
    guard let start = line.firstRange(of: "<a xlink:href="), line.startIndex == start.lowerBound
    else { return String(line) }
    let title = line.firstRange(of: " xlink:title=")?.lowerBound ?? line.endIndex
    let rest = line[title...].firstIndex(of: ">").map { line[$0...] } ?? ""
    return "<a tabindex=\"-1\" href=\(line[start.upperBound..<title])\(rest)"
  }
}
