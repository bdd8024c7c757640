import ChartModel

/// The marker of a part of a whole: its name above its value, in a box.
struct PartMarker {
  private let runs: [Marker.Run]
  let size: Size
  private let background: Color

  init(label: String, value: String, on canvas: Canvas) {
    let name = canvas.typeface.font(usual: 12)
    let number = name.bold
    let label = name.truncated(label.oneLine, to: 200)
    size = Size(
      width: max(name.width(of: label), number.width(of: value)) + 16,
      height: (label.isEmpty ? 1 : 2) * name.lineHeight + 10)
    background = canvas.surface.markerBackground
    let color = background.legibleText
    var runs = [Marker.Run(text: value, weight: 700, color: color, size: number.size)]
    if !label.isEmpty { runs.insert(Marker.Run(text: label + "\n", weight: 400, color: color, size: name.size), at: 0) }
    self.runs = runs
  }

  /// - Parameters:
  ///   - origin: Where the box is to be, as far as the chart lets it.
  ///   - anchor: The place on the mark that it points to.
  func marker(at origin: Point, anchor: Point, in canvas: Canvas) -> Marker {
    Marker(
      text: runs.map(\.text).joined(), runs: runs, background: background, anchor: anchor,
      frame: Rect(x: origin.x, y: origin.y, width: size.width, height: size.height).moved(inside: canvas.bounds))
  }
}

extension Marker {
  /// A marker of a name and a value below it, beside a mark that lies about a centre or in a row.
  /// - Parameters:
  ///   - anchor: The place on the mark that it points to.
  ///   - angle: The direction in which it lies from there, in degrees clockwise from three o'clock.
  init(heading: String, value: String, at anchor: Point, toward angle: Double, on canvas: Canvas) {
    let marker = PartMarker(label: heading, value: value, on: canvas)
    let (sine, cosine) = sineAndCosine(degrees: angle)
    let origin = Point(
      x: anchor.x + 8 * cosine - marker.size.width * (1 - cosine) / 2,
      y: anchor.y + 8 * sine - marker.size.height * (1 - sine) / 2)
    self = marker.marker(at: origin, anchor: anchor, in: canvas)
  }
}
