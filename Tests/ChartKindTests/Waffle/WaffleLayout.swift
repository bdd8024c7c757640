import ChartEngine
import ChartModel
import JSONModel

/// Where everything in a waffle is. Squares are drawn and hit from the same rectangles.
struct WaffleLayout: ChartLayout {
  struct Square {
    let part: Int
    let rect: Rect
  }

  let spec: WaffleSpec
  let view: ChartState.View
  let canvas: Canvas
  let title: TitleLayout?
  let legend: LegendLayout?
  let squares: [Square]
  private let counts: [Int]

  init(spec: WaffleSpec, view: ChartState.View, canvas: Canvas) {
    self.spec = spec
    self.view = view
    self.canvas = canvas
    var area = canvas.innerBounds
    title = TitleLayout(spec.common, on: canvas, in: &area)
    legend = LegendLayout.placed(
      items: spec.parts.enumerated().map { index, part in
        LegendLayout.Item(
          part.label, color: WaffleLayout.color(of: index, in: spec, on: canvas.surface),
          isHidden: view.hidden.contains(index))
      }, spec: spec.common.legend, typeface: canvas.typeface, isUseful: false, in: &area)
    counts = WaffleLayout.counts(spec.parts.indices.map { view.hidden.contains($0) ? 0 : spec.parts[$0].value })
    let step = min(area.width, area.height) / 10
    let origin = Point(x: area.midX - 5 * step, y: area.midY - 5 * step)
    let size = step * (1 - spec.gap)
    var squares: [Square] = []
    for (part, count) in counts.enumerated() {
      for _ in 0..<count {
        let (row, column) = squares.count.quotientAndRemainder(dividingBy: 10)
        squares.append(
          Square(
            part: part,
            rect: Rect(
              x: origin.x + Double(column) * step, y: origin.y + Double(row) * step, width: size, height: size)))
      }
    }
    self.squares = squares
  }

  /// How many of a hundred squares each gets: whole shares first, then the largest remainders.
  static func counts(_ values: [Double]) -> [Int] {
    let total = values.reduce(0, +)
    guard total > 0, total.isFinite else { return values.map { _ in 0 } }
    let shares = values.map { $0 / total * 100 }
    var counts = shares.map { Int($0) }
    let order = shares.indices.sorted {
      let (left, right) = (shares[$0] - shares[$0].rounded(.down), shares[$1] - shares[$1].rounded(.down))
      return left != right ? left > right : $0 < $1
    }
    for index in order.prefix(max(0, 100 - counts.reduce(0, +))) { counts[index] += 1 }
    return counts
  }

  private static func color(of part: Int, in spec: WaffleSpec, on surface: Surface) -> Color {
    spec.parts[part].color ?? Palette.color(at: part, in: spec.common.palette, on: surface)
  }

  // MARK: - Asking

  var warnings: [String] { squares.isEmpty ? ["all parts are 0: nothing to show"] : [] }

  func hit(at point: Point) -> Hit {
    if let hit = legend?.hit(at: point) { return hit }
    guard let square = squares.first(where: { $0.rect.contains(point) }), let mark = mark(at: [square.part]) else {
      return Hit(kind: .none, at: point)
    }
    var hit = Hit(kind: .point, at: point)
    (hit.series, hit.index, hit.path) = (mark.series, mark.index, [square.part])
    (hit.label, hit.value, hit.fraction) = (mark.label, mark.value, mark.fraction)
    return hit
  }

  func mark(at path: [Int]) -> MarkReference? {
    guard let part = path.first, counts.indices.contains(part), counts[part] > 0 else { return nil }
    return MarkReference(
      series: 0, index: part, path: nil, label: spec.parts[part].label, value: spec.parts[part].value,
      fraction: Double(counts[part]) / 100)
  }

  func marker(for path: [Int]) -> Marker? {
    guard let words = words(for: path), let square = squares.first(where: { $0.part == path[0] }) else { return nil }
    let font = canvas.typeface.font(usual: 12)
    let frame = Rect(
      x: square.rect.midX, y: square.rect.maxY, width: font.width(of: words) + 16, height: font.lineHeight + 10)
    let background = canvas.surface.markerBackground
    return Marker(
      text: words, runs: [Marker.Run(text: words, color: background.legibleText, size: font.size)],
      background: background, anchor: Point(x: square.rect.midX, y: square.rect.midY),
      frame: frame.moved(inside: canvas.bounds))
  }

  // MARK: - Drawing

  func scene(animated: Bool) -> Scene {
    var nodes = [title?.node(on: canvas.surface)].compactMap { $0 }
    nodes += counts.indices.filter { counts[$0] > 0 }.map { part in
      let isSelected = view.selection == [part]
      return Node(
        .group(
          squares.filter { $0.part == part }.map { square in
            Node(
              .rect(square.rect, cornerRadius: 2),
              style: Style(
                fill: WaffleLayout.color(of: part, in: spec, on: canvas.surface),
                stroke: isSelected ? canvas.surface.text : nil,
                strokeWidth: 1.5))
          }),
        meaning: Meaning(
          role: .symbol, kind: "part", label: words(for: [part]) ?? "", path: [part], isSelected: isSelected))
    }
    if let legend { nodes.append(legend.node(on: canvas.surface)) }
    return Scene(
      id: canvas.id, size: canvas.size, title: spec.common.title ?? "Waffle chart", description: words(),
      background: canvas.background, typeface: canvas.typeface, nodes: nodes)
  }

  // MARK: - Saying

  func report() -> JSON {
    [
      "size": Size.schema.encode(canvas.size), "title": title.map { Rect.schema.encode($0.box) } ?? .null,
      "squares": .array(squares.map { ["part": .integer($0.part), "box": Rect.schema.encode($0.rect)] }),
      "legend": legend?.report() ?? [],
    ]
  }

  func words() -> String {
    "Waffle chart: " + counts.indices.compactMap { words(for: [$0]) }.joined(separator: ", ") + "."
  }

  func words(for path: [Int]) -> String? {
    mark(at: path).map { "\($0.label): \(counts[$0.index]) of 100" }
  }
}
