import ChartModel
import JSONModel

/// Places the labels of one side: each as near as possible to where its leader line would naturally run, none over
/// another, none outside the chart.
struct LeaderColumn: Sendable {
  enum Side: Hashable, Sendable {
    case left, right

    /// Right for middle angles in [0, 90] and [270, 360).
    init(of mark: SliceMark) {
      let middle = mark.sector.middle
      self = middle <= 90 || middle >= 270 ? .right : .left
    }

    /// 1 to the right, -1 to the left.
    var direction: Double { self == .right ? 1 : -1 }
  }

  /// A slice that is labelled.
  private struct Row {
    let mark: SliceMark
    let text: FittedText
    /// Where its line would naturally turn level, in px.
    let y: Double
  }

  /// What there is room for of a label's text.
  private struct FittedText {
    /// What stands above the runs, of a name that has two lines.
    var firstLine: Text.Run?
    var runs: [Text.Run]
    var isShortened: Bool
    var width: Double
  }

  let frame: PieFrame
  let font: Font
  let template: Template
  /// Of the texts; what can be read best if not given.
  let color: Color?
  let surface: Surface
  /// Whether the pie is drawn in: until then lines may go anywhere, since they move and are not seen.
  let isWhole: Bool

  /// The distance between two rows of so many lines, in px; a label stands on its line.
  private func rowHeight(_ lineCount: Int) -> Double { Double(lineCount) * font.lineHeight + 2 }
  /// Between the line and the baseline of the text on it, in px.
  private static let lift = 4.0

  func place(_ marks: [SliceMark], on side: Side) -> (labels: [LeaderLabel], dropped: Int) {
    let end = side == .right ? frame.labelEnds.right : frame.labelEnds.left
    let room = (end - frame.center.x) * side.direction - frame.textReach
    // What says nothing needs no line.
    let marks = marks.filter { !$0.label.isEmpty || !template.isBlank($0.text(for:)) }
    func rowCount(of lineCount: Int) -> Int {
      let (height, row) = (frame.plot.maxY - 2 - max(frame.plot.minY, 0), self.rowHeight(lineCount))
      return room < 2 * font.size || height < row ? 0 : Int(saturating: height / row)
    }
    // Where there is height to spare, long names have two lines.
    let lineCount =
      marks.count <= rowCount(of: 2) && marks.contains { fittedRuns(for: $0, width: room).isShortened } ? 2 : 1
    let rowHeight = self.rowHeight(lineCount)
    let top = max(frame.plot.minY, 0) + rowHeight
    let bottom = frame.plot.maxY - 2
    let capacity = rowCount(of: lineCount)
    guard !marks.isEmpty, capacity > 0 else { return ([], marks.count) }

    // The least important go first; the selected one never does.
    var kept = Array(marks.indices)
    if kept.count > capacity {
      kept.sort { first, second in
        if marks[first].isSelected != marks[second].isSelected { return marks[first].isSelected }
        return marks[first].value != marks[second].value ? marks[first].value > marks[second].value : first < second
      }
      kept = Array(kept.prefix(capacity))
    }
    // Texts are fitted once, however often their lines are placed anew.
    var rows = kept.map { index in
      Row(
        mark: marks[index], text: text(for: marks[index], width: room, lineCount: lineCount),
        y: naturalElbow(of: marks[index]).y)
    }
    rows.sort { $0.y != $1.y ? $0.y < $1.y : ($0.mark.sector.middle < $1.mark.sector.middle) == (side == .right) }
    while true {
      let lines = LeaderColumn.spread(rows.map(\.y), distance: rowHeight, from: top, to: bottom)
      let all = zip(rows, zip(lines, turns(of: rows, lines, on: side))).map { row, place in
        (mark: row.mark, label: label(for: row, on: side, y: place.0, end: end, turn: place.1))
      }
      let labels = nested(all, on: side)
      // What is left has more room without it.
      guard let tangled = tangled(labels, moves: zip(lines, rows).map { $0 - $1.y }) else {
        return (labels.map(\.label), marks.count - labels.count)
      }
      rows.removeAll { $0.mark.path == tangled }
    }
  }

  /// The labels with lines that pass the disc one outside of the other: where one would turn level within the way of another that
  /// goes on farther, or pass it where that turns first, it turns beyond that.
  private func nested(
    _ all: [(mark: SliceMark, label: LeaderLabel)], on side: Side
  ) -> [(mark: SliceMark, label: LeaderLabel)] {
    var all = all
    // Those that are moved down from the lowest upwards, those that are moved up from the uppermost downwards.
    for isDown in [true, false] {
      /// The lines within which nothing may turn, the last one outermost.
      var inner: [(bend: Point, elbow: Point)] = []
      for index in isDown ? Array(all.indices.reversed()) : Array(all.indices) {
        let (line, box) = (all[index].label.line, all[index].label.box)
        guard let bend = line.bend, (line.elbow.y > bend.y) == isDown else {
          inner = []
          continue
        }
        let ways = inner.flatMap { other -> [Double?] in
          // Where the line that is nearer to the disc is at this height, and where this one comes to past that one's turn.
          let out = other.bend - frame.center
          let share = 1 + LeaderColumn.gap / out.length
          let turn = Point(x: frame.center.x + out.x * share, y: frame.center.y + out.y * share)
          return [
            LeaderColumn.x(at: line.elbow.y, from: other.bend, through: other.elbow).map {
              $0 + LeaderColumn.gap * side.direction
            },
            (turn.y < line.elbow.y) == isDown ? LeaderColumn.x(at: line.elbow.y, from: bend, through: turn) : nil,
          ]
        }
        let limit = side == .right ? box.minX - 4 : -box.maxX - 4
        let x = ways.compactMap(\.self).reduce(line.elbow.x * side.direction) { max($0, $1 * side.direction) }
        if x > line.elbow.x * side.direction { all[index].label.line.elbow.x = min(x, limit) * side.direction }
        inner.append((bend, all[index].label.line.elbow))
      }
    }
    return all
  }

  /// Between lines beside one another, in px.
  private static let gap = 2.0

  /// Where a line from one place through another comes to a height; `nil` if that lies behind where it begins.
  private static func x(at y: Double, from start: Point, through place: Point) -> Double? {
    let share = (y - start.y) / (place.y - start.y)
    return share > 0 && share.isFinite ? start.x + (place.x - start.x) * share : nil
  }

  /// The least important one of some labels that are in one another's way, as between very thin slices beside one another where
  /// there is little room: a line passes through another one's text, or crosses its line, or the disc, since all that moved with
  /// it pushed it there. `nil` if all lines can be followed.
  /// - Parameters:
  ///   - all: The labels of a side, from the top to the bottom.
  ///   - moves: How far each was moved down.
  private func tangled(_ all: [(mark: SliceMark, label: LeaderLabel)], moves: [Double]) -> [Int]? {
    func leastImportant(of places: some Sequence<Int>) -> [Int]? {
      places.filter { !all[$0].mark.isSelected }.min { first, second in
        let (first, second) = (all[first].mark, all[second].mark)
        return first.value != second.value
          ? first.value < second.value : second.path.lexicographicallyPrecedes(first.path)
      }.map { all[$0].mark.path }
    }
    // Of all pairs few are at the same height.
    let (heights, ways) = (all.map(\.label.line.heights), all.map(\.label.line.points))
    func areBeside(_ place: Int, _ top: Double, _ bottom: Double) -> Bool {
      heights[place].top <= bottom && top <= heights[place].bottom
    }
    for place in all.indices {
      for (other, label) in all.enumerated() where other != place {
        let box = label.label.box.inset(by: 2)
        guard
          areBeside(place, box.minY, box.maxY) && ways[place].crosses(box)
            || isWhole && other > place && areBeside(place, heights[other].top, heights[other].bottom)
              && ways[place].crosses(ways[other])
        else { continue }
        if let path = leastImportant(of: [place, other]) { return path }
      }
    }
    for place in all.indices where isWhole && moves[place] != 0 && crossesDisc(ways[place]) {
      let isBeyond: (Double) -> Bool = { ($0 > 0) != (moves[place] > 0) || $0 == 0 }
      let first = moves[...place].lastIndex(where: isBeyond).map { $0 + 1 } ?? 0
      let end = moves[place...].firstIndex(where: isBeyond) ?? moves.count
      if let path = leastImportant(of: first..<end) { return path }
    }
    return nil
  }

  /// Whether a line passes over slices.
  private func crossesDisc(_ way: [Point]) -> Bool {
    // What begins within the outer rings has to pass them.
    let points = way.drop { ($0 - frame.center).length < frame.radius - tolerance }
    return zip(points, points.dropFirst()).contains { start, end in
      let piece = end - start
      let square = piece.x * piece.x + piece.y * piece.y
      let out = frame.center - start
      let share = square > 0 ? min(max((out.x * piece.x + out.y * piece.y) / square, 0), 1) : 0
      let nearest = Point(x: start.x + share * piece.x, y: start.y + share * piece.y)
      return (nearest - frame.center).length < frame.radius - tolerance
    }
  }

  /// How far into the disc a line may come, in px: so little of it that it only touches the rim.
  private var tolerance: Double { max(1, frame.radius / 50) }

  /// How a line turns that was moved.
  private struct Turn {
    /// How much of the way out it goes, where it has to pass the disc by.
    var share = 1.0
    /// Whether it goes out first even if it could go straight, since it would cross others that do.
    var isWide = false
  }

  /// Of lines that are moved to the same side the one that goes farthest turns first, so that none crosses another one.
  private func turns(of rows: [Row], _ lines: [Double], on side: Side) -> [Turn] {
    let moves = zip(rows, lines).map { $1 == $0.y ? 0.0 : $1 > $0.y ? 1 : -1 }
    var turns = [Turn](repeating: Turn(), count: rows.count)
    var start = 0
    while start < moves.count {
      let end = moves[start...].firstIndex { $0 != moves[start] } ?? moves.count
      if moves[start] != 0, end - start > 1 {
        let areWide = (start..<end).contains { hasToPass(rows[$0].mark, on: side, y: lines[$0]) }
        for index in start..<end {
          let rank = moves[start] > 0 ? index - start : end - 1 - index
          // Lines of slices far from there cross none of them.
          let isNear =
            abs(rows[index].mark.sector.middle - rows[moves[start] > 0 ? start : end - 1].mark.sector.middle) < 20
          turns[index] = Turn(
            share: 1 - LeaderColumn.leastGain * Double(rank) / Double(end - start - 1), isWide: areWide && isNear)
        }
      }
      start = end
    }
    return turns
  }

  /// Whether a line that goes straight to its label would cross the disc.
  private func hasToPass(_ mark: SliceMark, on side: Side, y: Double) -> Bool {
    let dot = mark.sector.point(angle: mark.sector.middle, radius: mark.sector.outer)
    let (offset, reach) = (y - frame.center.y, reach(of: mark))
    let own = abs(naturalElbow(of: mark).x - frame.center.x)
    let outside = max(own, max(0, reach * reach - offset * offset).squareRoot())
    // From the rim outwards is away from the centre.
    let way = Point(x: frame.center.x + side.direction * outside, y: y) - dot
    let rim = dot - frame.center
    return way.x * rim.x + way.y * rim.y < 0
  }

  /// How much less far out than usual the first one turns, as a share.
  private static let leastGain = 0.65

  private func naturalElbow(of mark: SliceMark, share: Double = 1) -> Point {
    mark.sector.point(angle: mark.sector.middle, radius: reach(of: mark, share: share))
  }

  /// How far from the centre a slice's line turns level: outside its own rim and all rings.
  private func reach(of mark: SliceMark, share: Double = 1) -> Double {
    max(mark.sector.outer, frame.radius) + max(frame.leaderReach * share, 3)
  }

  private func label(for row: Row, on side: Side, y: Double, end: Double, turn: Turn) -> LeaderLabel {
    let text = row.text
    let height = rowHeight(text.firstLine == nil ? 1 : 2)
    let baseline = y - LeaderColumn.lift
    return LeaderLabel(
      path: row.mark.path,
      line: line(from: row.mark, on: side, y: y, end: end, textWidth: text.width, turn: turn),
      firstLine: text.firstLine, runs: text.runs, isShortened: text.isShortened,
      textPosition: Point(x: end, y: baseline), lineHeight: font.lineHeight, anchor: side == .right ? .end : .start,
      box: Rect(
        x: side == .right ? end - text.width : end, y: y - height + 1, width: text.width, height: height - 1))
  }

  private func text(for mark: SliceMark, width: Double, lineCount: Int) -> FittedText {
    var (runs, isShortened) = fittedRuns(for: mark, width: width)
    var firstLine: Text.Run?
    if isShortened, lineCount > 1 { (firstLine, runs, isShortened) = brokenRuns(for: mark, width: width) }
    let lines = [runs.reduce(0) { $0 + font.width(of: $1.text) }, firstLine.map { font.width(of: $0.text) } ?? 0]
    return FittedText(firstLine: firstLine, runs: runs, isShortened: isShortened, width: max(lines[0], lines[1]))
  }

  /// The label in two lines: as much of the name as fits into the first one, and the rest with the numbers in the second.
  private func brokenRuns(
    for mark: SliceMark, width: Double
  ) -> (firstLine: Text.Run?, runs: [Text.Run], isShortened: Bool) {
    let words = mark.label.oneLine(limit: font.longest(in: 2 * width)).split(separator: " ")
    let most = words.indices.last { font.width(of: words[...$0].joined(separator: " ")) <= width }
    guard let most, most + 1 < words.count, template.uses("label") else {
      let (runs, isShortened) = fittedRuns(for: mark, width: width)
      return (nil, runs, isShortened)
    }
    let (runs, isShortened) = fittedRuns(
      for: mark, width: width, label: words[(most + 1)...].joined(separator: " "))
    return (Text.Run(words[...most].joined(separator: " "), color: color ?? surface.text), runs, isShortened)
  }

  /// From the rim outwards, and then level; around the disc where the label had to be moved far.
  private func line(from mark: SliceMark, on side: Side, y: Double, end: Double, textWidth: Double, turn: Turn)
    -> LeaderLabel.Line
  {
    let natural = naturalElbow(of: mark)
    let dot = mark.sector.point(angle: mark.sector.middle, radius: mark.sector.outer)
    let reach = reach(of: mark)
    let limit = (end - frame.center.x) * side.direction
    // All as if it were on the right, about the centre.
    func elbow(_ x: Double) -> Point { Point(x: frame.center.x + side.direction * min(x, limit), y: y) }
    func line(_ elbowX: Double, bend: Point? = nil) -> LeaderLabel.Line {
      LeaderLabel.Line(dot: dot, bend: bend, elbow: elbow(elbowX), end: Point(x: end, y: y))
    }
    let own = abs(natural.x - frame.center.x)
    guard y != natural.y else { return line(own) }
    let offset = y - frame.center.y
    // A line that was moved turns level outside the disc all the same.
    let outside = max(own, max(0, reach * reach - offset * offset).squareRoot())
    guard turn.isWide || hasToPass(mark, on: side, y: y) else { return line(outside) }
    // Else it would cross other slices: it goes out first, and then passes the disc by, at the nearest along its tangent.
    let radius = max(mark.sector.outer, frame.radius) + 2
    let angle = degrees(of: Point(x: own, y: natural.y - frame.center.y)) ?? 0
    let way = 90 - arcSineDegrees(radius / self.reach(of: mark, share: turn.share))
    let tangent = sineAndCosine(degrees: angle + (offset > natural.y - frame.center.y ? way : -way))
    let passing = tangent.cosine > 1e-6 ? (radius - offset * tangent.sine) / tangent.cosine : .infinity
    return line(max(outside, min(passing, limit - textWidth - 4)), bend: naturalElbow(of: mark, share: turn.share))
  }

  /// The label's runs. If they are too wide the name is shortened; numbers never are, since half a number is a wrong one.
  /// - Parameter label: What stands for the name; all of it if not given.
  private func fittedRuns(
    for mark: SliceMark, width: Double, label: String? = nil
  ) -> (runs: [Text.Run], isShortened: Bool) {
    var pieces = template.filled { $0 == "label" ? label ?? mark.label : mark.text(for: $0) }.map { piece in
      (text: piece.text.oneLine, placeholder: piece.placeholder.map { String(Template.name($0)) })
    }
    var excess = pieces.reduce(-width) { $0 + font.width(of: $1.text) }
    // Where the legend tells the name, the number is enough.
    if frame.saysNumbersAlone, mark.ring == 0, let number = pieces.numberAlone {
      pieces = [number]
      excess = font.width(of: number.text) - width
    }
    if excess > 0 {
      let name = pieces.firstIndex { $0.placeholder == "label" }
      let shortened = name.map { font.truncated(pieces[$0].text, to: font.width(of: pieces[$0].text) - excess) } ?? ""
      if let name, !shortened.isEmpty {
        pieces[name].text = shortened
      } else {
        pieces = [(font.truncated(mark.label.oneLine, to: width), "label")]
      }
    }
    // Without a name, say, the space after it is none.
    while let first = pieces.first {
      pieces[0].text = String(first.text.drop(while: \.isWhitespace))
      guard pieces[0].text.isEmpty else { break }
      pieces.removeFirst()
    }
    let runs = pieces.filter { !$0.text.isEmpty }.map { piece in
      let isSecondary = piece.placeholder == "percent" || piece.placeholder == "value"
      return Text.Run(piece.text, color: color ?? (isSecondary ? surface.secondaryText : surface.text))
    }
    return (runs, excess > 0)
  }

  /// Moves values in rising order apart so that neighbours are at least `distance` from each other and all lie within
  /// bounds, with the least sum of squared moves.
  ///
  /// With `i · distance` taken off the i-th value the condition is that they rise: an isotonic regression, solved by
  /// pooling adjacent violators in one pass.
  /// - Complexity: O(*n*).
  static func spread(_ values: [Double], distance: Double, from first: Double, to last: Double) -> [Double] {
    var pools: [(sum: Double, count: Int)] = []
    for (index, value) in values.enumerated() {
      pools.append((value - Double(index) * distance, 1))
      while pools.count > 1 {
        let (right, left) = (pools[pools.count - 1], pools[pools.count - 2])
        guard left.sum / Double(left.count) > right.sum / Double(right.count) else { break }
        pools.removeLast()
        pools[pools.count - 1] = (left.sum + right.sum, left.count + right.count)
      }
    }
    let highest = max(first, last - Double(max(values.count - 1, 0)) * distance)
    var result: [Double] = []
    result.reserveCapacity(values.count)
    for pool in pools {
      let level = min(max(pool.sum / Double(pool.count), first), highest)
      for _ in 0..<pool.count { result.append(level + Double(result.count) * distance) }
    }
    return result
  }
}
