import ChartModel

/// What is to be written at an entry. Where, the chart decides for all of them together.
struct LabelRequest: Sendable {
  /// The entry in its series' own order.
  let point: Int
  let text: String
  var font: Font
  /// The author's; what can be read best if not given.
  let color: Color?
  /// Whether it may be smaller where there is little room: the author has given no size.
  var isResizable = false
}

/// A place where an entry's label may stand.
struct LabelPlace: Sendable {
  /// The middle of the text, in px.
  var center: Point
  /// What lies behind it: the entry itself, or what the chart lies on.
  var background: Color
  /// Whether that is the entry.
  var isInside: Bool
}

/// The value of an entry as it is written at it.
struct MarkLabel: Sendable {
  /// The entry: the place of its series in the spec, and its own in that series' order.
  let series: Int
  let point: Int
  let text: String
  let font: Font
  let color: Color
  /// What lies behind it.
  let background: Color
  /// Whether it stands on the entry itself.
  let isInside: Bool
  /// Whether another entry is so near that a rim of its letters would lie on that.
  let isTight: Bool
  /// Whether it is read from below.
  let isTurned: Bool
  /// The room that it takes up, in px.
  let box: Rect

  /// The room that a text takes up, in px: from the baseline to the top of capitals, without what letters have below.
  static func size(of text: String, font: Font, isTurned: Bool) -> Size {
    let (width, height) = (font.width(of: text), font.capHeight)
    return isTurned ? Size(width: height, height: width) : Size(width: width, height: height)
  }

  /// Letters that a rim keeps apart from what lies behind them; near another entry a plate as large as the text, since a rim would
  /// bite into that.
  /// - Parameter isCrossed: Whether anything passes behind it, also where it stands on its entry.
  func nodes(isCrossed: Bool) -> [Node] {
    // The middle of the letters' height is in the middle of the box.
    let half = font.capHeight / 2
    let position = isTurned ? Point(x: box.midX + half, y: box.midY) : Point(x: box.midX, y: box.midY + half)
    let hasGround = !isInside || isCrossed
    let letters = Node(
      .text(
        Text(
          runs: [Text.Run(text, color: color)], at: position, anchor: .middle, size: font.size,
          rotation: isTurned ? -90 : 0, halo: hasGround && !isTight ? background : nil)))
    guard hasGround, isTight else { return [letters] }
    return [Node(.rect(box, cornerRadius: 0), style: Style(fill: background)), letters]
  }
}
