import ChartModel
import JSONModel

extension CartesianLayout {
  /// What lies behind everything: bands and grid lines.
  var backdrop: [Node] {
    guard plot.width > 0, plot.height > 0 else { return [] }
    var nodes: [Node] = []
    let bands = spec.bands.flatMap { band($0) }
    if !bands.isEmpty { nodes.append(Node(.cropped(plot, bands))) }
    let hasValues = !marks.allSatisfy(\.series.hasNoValue)
    let axis = frame.left.isVisible ? frame.left : frame.right
    if let grid = axis.spec.style.grid, axis.isVisible, hasValues {
      func lines(_ ticks: [Tick]) -> [(Point, Point)] {
        ticks.compactMap { axis.y(of: $0.value) }.filter { $0 >= plot.minY - 0.5 && $0 <= plot.maxY + 0.5 }.map { y in
          let y = crispY(y, grid.width)
          return (Point(x: plot.minX, y: y), Point(x: plot.maxX, y: y))
        }
      }
      let ticks = axis.ticks.filter(\.isMajor)
      // What stands on 0 has a line there above it anyway.
      let zero = marks.contains(where: \.standsOnZero) ? [] : ticks.filter { $0.value == 0 && axis.goesBothWays }
      nodes += rules(grid, color: gridColor, lines(ticks.filter { $0.value != 0 || zero.isEmpty }))
      nodes += rules(grid, color: canvas.surface.line, lines(zero))
    }
    if let grid = spec.x.style.grid, spec.x.style.isVisible {
      nodes += rules(
        grid, color: gridColor,
        gridPlaces.map { x in
          let x = crispX(x, grid.width)
          return (Point(x: x, y: plot.minY), Point(x: x, y: plot.maxY))
        })
    }
    return nodes
  }

  /// Where the grid of the axis of positions is: at its ticks, or between the slots of names, which belong together.
  private var gridPlaces: [Double] {
    let map = frame.window.map
    guard chart.data.axis.isCategory, spec.x.placement != .edges, spec.x.ticks == nil, map.scale != 0 else {
      return frame.x.ticks
    }
    // Where slots are a few px wide lines between all of them would be one surface.
    let step = max(1, Int(saturating: (6 / abs(map.scale)).rounded(.up)))
    return stride(from: step, to: chart.data.axis.labels.count, by: step).map { map.pixel(of: Double($0) - 0.5) }
      .filter { $0 > plot.minX + 0.5 && $0 < plot.maxX - 0.5 }
  }

  private var gridColor: Color { canvas.surface.line.mixed(with: canvas.surface.color, share: 0.55) }

  /// A word in the middle of the plot where there is nothing else.
  var noData: [Node] {
    guard plot.width > 0, plot.height > 0, marks.allSatisfy(\.series.hasNoValue) else { return [] }
    return [Node(.text(.noData(at: space.picture(plot.center), on: canvas)))]
  }

  /// Straight lines of one look as one shape; none where there is nothing to draw.
  private func rules(_ rule: RuleSpec, color: Color, _ lines: [(Point, Point)]) -> [Node] {
    guard !lines.isEmpty, rule.width > 0 else { return [] }
    var path = Path()
    for (start, end) in lines {
      path.move(to: start)
      path.line(to: end)
    }
    return [
      Node(
        .path(path),
        style: Style(
          stroke: .color(rule.color ?? color), strokeWidth: rule.width, strokeDash: rule.dash, lineJoin: .miter))
    ]
  }

  /// A vertical line where it fills whole px of the chart.
  func crispX(_ place: Double, _ width: Double) -> Double {
    CartesianLayout.crisp(place, width, within: space.canvas.size.width)
  }

  /// A horizontal line where it fills whole px of the chart.
  func crispY(_ place: Double, _ width: Double) -> Double {
    CartesianLayout.crisp(place, width, within: space.canvas.size.height)
  }

  private static func crisp(_ place: Double, _ width: Double, within length: Double) -> Double {
    let isOdd = Int(exactly: width).map { $0 % 2 == 1 } ?? false
    let place = isOdd ? (place - 0.5).rounded() + 0.5 : place
    return min(max(place, width / 2), max(length - width / 2, width / 2))
  }

  // MARK: - Axes

  /// Lines, ticks, labels and titles of the axes.
  var axes: [Node] {
    var nodes: [Node] = []
    for axis in [frame.left, frame.right] where axis.isVisible {
      let labels = axis.labels(plot: plot, in: space)
      var parts = axisLines(of: axis) + labels.map { $0.node(in: space) }
      parts += axis.title(plot: plot, on: canvas.surface).map { Node(.text($0)) }
      guard !parts.isEmpty else { continue }
      let name = spec.valueAxis(axis.side).style.title.map { "\($0.shortened), " } ?? ""
      let numbers = axis.transform.values(of: axis.domain)
      var ends = [numbers.lower, numbers.upper].map { chart.words.value($0, on: axis.side) }
      if axis.names != nil { ends = [labels.first, labels.last].compactMap { $0?.words.shortened } }
      nodes.append(
        Node(
          .group(parts), meaning: Meaning(role: .object, kind: "y axis", label: name + ends.joined(separator: " to "))))
    }
    let x = frame.x
    guard x.spec.style.isVisible else { return nodes }
    var parts = positionLines + x.labels.map { $0.node(in: space) }
    parts += x.title(plot: plot, on: canvas.surface).map { Node(.text($0)) }
    guard !parts.isEmpty else { return nodes }
    let ends = [x.labels.first?.words, x.labels.last?.words].compactMap { $0?.shortened }
    let name = spec.x.style.title.map { "\($0.shortened), " } ?? ""
    nodes.append(
      Node(
        .group(parts),
        meaning: Meaning(role: .object, kind: "x axis", label: name + ends.joined(separator: " to "))))
    return nodes
  }

  private func axisLines(of axis: ValueAxisLayout) -> [Node] {
    let style = axis.spec.style
    var nodes: [Node] = []
    if let line = style.line {
      let x = crispX(axis.line, line.width)
      nodes += rules(line, color: canvas.surface.line, [(Point(x: x, y: plot.minY), Point(x: x, y: plot.maxY))])
    }
    if style.tickLength > 0 {
      let way = axis.position == .left ? -style.tickLength : style.tickLength
      let ticks = axis.ticks.compactMap { axis.y(of: $0.value) }.filter {
        $0 >= plot.minY - 0.5 && $0 <= plot.maxY + 0.5
      }
      nodes += rules(
        style.line ?? RuleSpec(), color: canvas.surface.line,
        ticks.map { y in
          let y = crispY(y, style.line?.width ?? 1)
          return (Point(x: axis.line, y: y), Point(x: axis.line + way, y: y))
        })
    }
    return nodes
  }

  private var positionLines: [Node] {
    let style = spec.x.style
    var nodes: [Node] = []
    if let line = style.line {
      let y = crispY(frame.x.line, line.width)
      nodes += rules(line, color: canvas.surface.line, [(Point(x: plot.minX, y: y), Point(x: plot.maxX, y: y))])
    }
    if style.tickLength > 0 {
      let way = spec.x.position == .top ? -style.tickLength : style.tickLength
      nodes += rules(
        style.line ?? RuleSpec(), color: canvas.surface.line,
        frame.x.ticks.map { x in
          let x = crispX(x, style.line?.width ?? 1)
          return (Point(x: x, y: frame.x.line), Point(x: x, y: frame.x.line + way))
        })
    }
    return nodes
  }

  /// Where marks stand on 0 within the plot: what they are measured from, above them.
  var zeroLine: [Node] {
    guard let baseline = marks.first(where: \.standsOnZero)?.axis.baseline else { return [] }
    guard baseline > plot.minY + 1, baseline < plot.maxY - 1 else { return [] }
    let y = crispY(baseline, 1)
    return rules(RuleSpec(), color: canvas.surface.line, [(Point(x: plot.minX, y: y), Point(x: plot.maxX, y: y))])
  }
}
