import ChartEngine
import ChartModel
import JSONModel

/// What a page tells of a chart's marks: for each its path, it in words, the place that its marker points to, and that marker.
struct PageMarks {
  let paths: [[Int]]
  /// How many marks there are.
  let count: Int
  private let layouts: [any ChartLayout]
  private let chart: Chart
  private let isCancelled: @Sendable () -> Bool

  init(
    _ chart: Chart, _ layouts: [any ChartLayout], atMost limit: Int, unless isCancelled: @escaping @Sendable () -> Bool
  ) {
    (self.chart, self.layouts, self.isCancelled) = (chart, layouts, isCancelled)
    (paths, count) = layouts.first?.markPaths(atMost: limit) ?? ([], 0)
  }

  /// `{width, selected, colors, plots, areas, marks, walk}`, as the page's script takes it. Colours of markers are lists in `colors`, the
  /// background first, to which each mark refers once for every picture: nearly all marks have the same. In `plots` any place has a marker,
  /// that of its position; in `areas` places have that of a mark.
  func json(width: Double) -> JSON {
    var palette: [[JSON]: Int] = [:]
    var colors: [JSON] = []
    func place(of list: [JSON]) -> JSON {
      if let known = palette[list] { return .integer(known) }
      palette[list] = colors.count
      colors.append(.array(list))
      return .integer(colors.count - 1)
    }
    var told: [[Int]] = []
    var marks: [JSON] = []
    for path in paths {
      if isCancelled() { break }
      let markers = layouts.map { $0.marker(for: path) }
      guard let first = markers.first, let marker = first else { continue }
      let paints = markers.map { other in
        place(of: [.string((other ?? marker).background.css)] + (other ?? marker).runs.map { .string($0.color.css) })
      }
      let entry: [JSON] = [
        .array(path.map { .integer($0) }), .string(layouts.first?.words(for: path) ?? marker.text),
        number(marker.anchor.x), number(marker.anchor.y),
        .array(box(marker.frame)),
        .array(marker.runs.map(run)), .array(paints),
      ]
      told.append(path)
      let rule = marker.rule.map { JSON.array([$0.start.x, $0.start.y, $0.end.x, $0.end.y].map(number)) }
      marks.append(.array(entry + (rule.map { [$0] } ?? [])))
    }
    let selection = layouts.first.flatMap { $0.drawsMarker ? $0.view.selection : nil }
    let plots = (layouts.first?.sharedPlots ?? []).map { plot -> JSON in
      [.array(plot.path.map { .integer($0) }), .array(box(plot.rect))]
    }
    let places = Dictionary(zip(told, told.indices), uniquingKeysWith: { first, _ in first })
    let areas = (layouts.first?.hitAreas ?? []).compactMap { area -> JSON? in
      area.corners.isEmpty
        ? nil
        : places[area.path].map { [.integer($0), .array(area.corners.flatMap { [number($0.x), number($0.y)] })] }
    }
    return [
      "width": JSON(width), "selected": selection.map { .array($0.map { .integer($0) }) } ?? .null,
      "colors": .array(colors), "plots": .array(plots), "areas": .array(areas), "marks": .array(marks),
      "walk": PageWalk(chart, among: told, unless: isCancelled)?.json ?? .null,
    ]
  }

  private func run(_ run: Marker.Run) -> JSON {
    [.string(run.text), run.weight.map { .integer($0) } ?? .null, run.size.map { JSON($0) } ?? .null]
  }

  private func box(_ rect: Rect) -> [JSON] {
    [number(rect.x), number(rect.y), number(rect.width), number(rect.height)]
  }

  /// To 1/100 px, as the picture has it.
  private func number(_ value: Double) -> JSON { JSON((value * 100).rounded() / 100) }
}
