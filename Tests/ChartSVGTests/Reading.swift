import ChartEngine
import ChartModel
import JSONModel
import OrderedCollections

/// What a chart says of itself besides its picture, as a text that can be compared by eyes: in words, what is hit where, and
/// what is told of each mark that is hit.
struct Reading {
  let layout: any ChartLayout

  /// Places by letters, a dot where nothing is hit; then what each letter stands for.
  var text: String {
    var names: [String] = []
    var paths: [[Int]] = []
    var lines = [layout.words()] + layout.warnings.map { "Warning: \($0)" } + [""]
    let size = layout.canvas.size
    for row in 0..<Reading.rows {
      lines.append(
        String(
          (0..<Reading.columns).map { column in
            let place = Point(
              x: (Double(column) + 0.5) / Double(Reading.columns) * size.width,
              y: (Double(row) + 0.5) / Double(Reading.rows) * size.height)
            let hit = layout.hit(at: place)
            guard hit.kind != .none else { return "." }
            if let path = layout.path(pickedBy: hit), !paths.contains(path) { paths.append(path) }
            let name = Reading.name(of: hit)
            if !names.contains(name) { names.append(name) }
            return Reading.letter(names.firstIndex(of: name) ?? 0)
          }))
    }
    lines += names.enumerated().map { "\(Reading.letter($0)) \($1)" } + [""]
    for path in paths.sorted(by: { $0.lexicographicallyPrecedes($1) }).prefix(Reading.markLimit) {
      lines.append("\(path): \(layout.words(for: path) ?? "–")")
      guard let marker = layout.marker(for: path) else { continue }
      let frame = Reading.rounded(Rect.schema.encode(marker.frame))
      lines.append("  marker at \(Reading.text(of: marker.anchor)) in \(frame.text)")
    }
    lines.append(Reading.rounded(layout.report()).text)
    return lines.joined(separator: "\n") + "\n"
  }

  private static let columns = 48
  private static let rows = 16
  /// So many marks are told of.
  private static let markLimit = 6

  private static func letter(_ index: Int) -> Character {
    let letters = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")
    return letters[index % letters.count]
  }

  private static func name(of hit: Hit) -> String {
    var parts = [hit.kind.rawValue]
    if let series = hit.series { parts.append("series \(series)") }
    if let index = hit.index { parts.append("index \(index)") }
    if let path = hit.path { parts.append("path \(path)") }
    if let label = hit.label { parts.append("“\(label)”") }
    if let value = hit.value { parts.append("\(value)") }
    return parts.joined(separator: ", ")
  }

  private static func text(of point: Point) -> String { "\(rounded(point.x)), \(rounded(point.y))" }

  /// To so many digits as all machines agree on.
  private static func rounded(_ number: Double) -> Double { (number * 1e4).rounded() / 1e4 }

  private static func rounded(_ json: JSON) -> JSON {
    switch json {
    case .number(let number): .number(rounded(number))
    case .array(let items): .array(items.map(rounded))
    case .object(let members): .object(members.mapValues(rounded))
    default: json
    }
  }
}
