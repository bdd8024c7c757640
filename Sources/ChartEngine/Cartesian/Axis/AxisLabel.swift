import ChartModel

/// A label at an axis, placed.
struct AxisLabel: Hashable, Sendable {
  /// What it stands at, as the axis counts: a value, the number of a slot, a moment in milliseconds.
  let value: Double
  private(set) var text: String
  /// What of it stands in a line of its own below the rest, and both together as they were before they were parted.
  private let secondLine: String?
  private let whole: String?
  /// How wide the text is, in px: measured once, since every look at its room asks for it.
  private(set) var width: Double
  /// Where its tick is along the axis, in px.
  let tick: Double
  /// Where its anchor lies on the baseline.
  private(set) var position: Point
  private(set) var anchor: Text.Anchor
  let font: Font
  let color: Color
  let rotation: Double
  let isSelected: Bool

  init(
    value: Double, text: String, secondLine: String? = nil, whole: String? = nil, tick: Double, position: Point,
    anchor: Text.Anchor,
    font: Font, color: Color, rotation: Double, isSelected: Bool
  ) {
    (self.secondLine, self.whole) = (secondLine, whole)
    (self.value, self.text, self.tick, self.position, self.anchor) = (value, text, tick, position, anchor)
    (self.font, self.color, self.rotation, self.isSelected) = (font, color, rotation, isSelected)
    width = max(font.width(of: text), secondLine.map(font.width) ?? 0)
  }

  /// All that it says.
  var words: String { whole ?? text }
  /// How much farther down than its first line it reaches, in px.
  var extraHeight: Double { secondLine == nil ? 0 : AxisLabel.lineSpacing * font.size }

  /// How far from the picture's edge labels stay that would reach beyond it, in px: at the edge itself they look cut.
  static func margin(in bounds: Rect) -> Double { bounds.width < 160 ? 2 : 5 }

  /// From one baseline to the next, in font sizes.
  static let lineSpacing = 1.2

  /// The room that it takes up, in px.
  var box: Rect {
    let left =
      switch anchor {
      case .start: 0.0
      case .middle: -width / 2
      case .end: -width
      }
    let (top, bottom) = (-font.ascent, font.descent + extraHeight)
    guard rotation != 0 else {
      return Rect(x: position.x + left, y: position.y + top, width: width, height: bottom - top)
    }
    let turn = sineAndCosine(degrees: rotation)
    let corners = [(left, top), (left + width, top), (left, bottom), (left + width, bottom)].map { x, y in
      Point(x: position.x + x * turn.cosine - y * turn.sine, y: position.y + x * turn.sine + y * turn.cosine)
    }
    let (xs, ys) = (corners.map(\.x), corners.map(\.y))
    let (minX, minY) = (xs.min() ?? 0, ys.min() ?? 0)
    return Rect(x: minX, y: minY, width: (xs.max() ?? 0) - minX, height: (ys.max() ?? 0) - minY)
  }

  /// The room that it takes up, in px: of a slanted text in pieces, since the box around all of it is mostly empty.
  var boxes: [Rect] {
    guard rotation != 0, abs(rotation) != 90 else { return [box] }
    let turn = sineAndCosine(degrees: rotation)
    let start =
      switch anchor {
      case .start: 0.0
      case .middle: -width / 2
      case .end: -width
      }
    let (middle, half) = (font.capHeight / 2, font.size * 0.6)
    return stride(from: start, through: start + width, by: max(font.size / 2, 1)).map { along in
      Rect(
        x: position.x + along * turn.cosine + middle * turn.sine - half,
        y: position.y + along * turn.sine - middle * turn.cosine - half, width: 2 * half, height: 2 * half)
    }
  }

  func node(in space: AxesSpace) -> Node {
    guard let secondLine else { return line(text, at: position) }
    let turn = sineAndCosine(degrees: rotation)
    let below = Point(x: position.x - turn.sine * extraHeight, y: position.y + turn.cosine * extraHeight)
    // What is below here is above it in a picture where letters are turned back.
    let places = space.flips(rotation) ? (below, position) : (position, below)
    return Node(.group([line(text, at: places.0), line(secondLine, at: places.1)]))
  }

  private func line(_ text: String, at position: Point) -> Node {
    Node(
      .text(
        Text(
          runs: [Text.Run(text, color: color)], at: position, anchor: anchor, size: font.size, rotation: rotation)))
  }
}

// MARK: - Placing

extension AxisLabel {
  func moved(to position: Point, anchor: Text.Anchor) -> AxisLabel {
    var label = self
    (label.position, label.anchor) = (position, anchor)
    return label
  }

  /// Whether there is anything to read, and all of it is within bounds but for rounding.
  func isWritten(inside bounds: Rect) -> Bool {
    let box = box
    return !text.isEmpty && box.minX >= bounds.minX - 0.01 && box.maxX <= bounds.maxX + 0.01
      && box.minY >= bounds.minY - 0.01 && box.maxY <= bounds.maxY + 0.01
  }

  /// Beside the chart's edges labels of a value axis are moved up or down inside, but no farther than a line's height:
  /// they would be beside other values. Those along an axis that goes to the right keep their tick in their width.
  func movedInside(_ bounds: Rect, atMost limit: Double? = nil) -> AxisLabel {
    let box = box
    let down = max(bounds.minY - box.minY, 0)
    let up = max(box.maxY - bounds.maxY, 0)
    guard max(down, up) <= limit ?? font.size else { return self }
    return moved(to: Point(x: position.x, y: position.y + (down > 0 ? down : -up)), anchor: anchor)
  }

  /// How long its text may be along its turned line so that it is within bounds, in px.
  func room(in bounds: Rect) -> Double {
    var label = self
    (label.text, label.width) = ("", 0)
    let empty = label.box
    let turn = sineAndCosine(degrees: rotation)
    // The text grows away from its anchor: to the left or the right, and to the top or the bottom.
    let way = anchor == .start ? 1.0 : -1.0
    func room(_ share: Double, _ low: Double, _ high: Double) -> Double {
      abs(share) < 1e-6 ? .infinity : (share * way > 0 ? high : low) / abs(share)
    }
    let along = room(turn.cosine, empty.minX - bounds.minX, bounds.maxX - empty.maxX)
    let across = room(turn.sine, empty.minY - bounds.minY, bounds.maxY - empty.maxY)
    return max(0, min(along, across))
  }

  /// The label with as much of its text as there is room for along its turned line.
  func cut(toFit bounds: Rect) -> AxisLabel {
    var label = self
    label.text = font.truncated(text, to: room(in: bounds))
    label.width = font.width(of: label.text)
    return label
  }

  /// Whether two labels of an axis can't both be read. Turned ones are clear of one another along their lines of text or
  /// across them.
  /// - Parameter gap: How far apart they have to be along the axis, in px.
  func isTooNear(_ other: AxisLabel, gap: Double = 2) -> Bool {
    guard rotation != 0 || other.rotation != 0 else {
      let (box, otherBox) = (box, other.box)
      return box.maxX + gap > otherBox.minX && otherBox.maxX + gap > box.minX
    }
    let turn = sineAndCosine(degrees: rotation)
    let way = other.position - position
    let (along, across) = (way.x * turn.cosine + way.y * turn.sine, way.y * turn.cosine - way.x * turn.sine)
    // Lines go on below the first one's baseline.
    let isBeside =
      across >= other.font.ascent + font.descent + extraHeight
      || -across >= font.ascent + other.font.descent + other.extraHeight
    return !isBeside && along < (anchor == .start ? width : other.width) + gap
  }
}
