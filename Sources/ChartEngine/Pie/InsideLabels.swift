import ChartModel

/// Writes labels into slices, where there is room between their edges.
struct InsideLabels: Sendable {
  let font: Font
  /// Of the texts; what can be read best if not given.
  let color: Color?
  /// Whether there are slices within slices: their rings are thin, so that names are turned and made smaller to have room.
  let isNested: Bool
  /// Whether the legend tells the names of the innermost ring, so that there shares alone say something.
  let isNamed: Bool

  /// No slice has room for so many bytes.
  private static let longest = 200
  /// How small letters become, as shares of their size, and the least size of those that do, in px.
  private static let (sizes, leastSize) = ([1, 0.9, 0.8, 0.75], 9.0)

  /// In all slices of a ring the same kind of text and size: that for which most have room. The richest and largest one of those
  /// that as many have room for.
  func labels(of marks: [SliceMark], template: Template) -> [InsideLabel] {
    let texts: [(SliceMark) -> String] = [
      { template.text(limit: InsideLabels.longest, $0.text(for:)).oneLine }, { $0.label.oneLine },
    ]
    let share: (SliceMark) -> String = { $0.percentText }
    let fonts = (isNested ? InsideLabels.sizes : [1]).map { $0 == 1 ? font : font.sized(font.size * $0) }
      .filter { $0 == font || $0.size >= InsideLabels.leastSize }
    var placed: [InsideLabel] = []
    for ring in Set(marks.map(\.ring)).sorted() {
      let marks = marks.filter { $0.ring == ring }
      var best: [InsideLabel] = []
      for text in texts + (isNamed && ring == 0 ? [share] : []) {
        for font in fonts where best.count < marks.count {
          let found = marks.compactMap { label(of: $0, text: text($0), font: font) }
          if found.count > best.count { best = found }
        }
      }
      placed += best
    }
    return placed
  }

  /// A text between the slice's edges, if it fits there: level, or turned along the ring, or out from the centre.
  private func label(of mark: SliceMark, text: String, font: Font) -> InsideLabel? {
    guard !text.isEmpty, text.utf8.count < InsideLabels.longest else { return nil }
    let sector = mark.sector
    let isWholeDisc = sector.isRing && sector.inner == 0
    let angle = sector.start + sector.sweep / 2
    // A wedge has room where it is wide, and not yet at its rim.
    let shares = isNested ? [0.62, 0.7, 0.78] : [0.62]
    let radii =
      isWholeDisc ? [0] : sector.inner > 0 ? [(sector.inner + sector.outer) / 2] : shares.map { sector.outer * $0 }
    let turns = isNested && !isWholeDisc ? [0, upright(angle + 90), upright(angle)] : [0]
    for turn in turns {
      for radius in radii {
        if let label = label(of: mark, text, font, at: sector.point(angle: angle, radius: radius), turn: turn) {
          return label
        }
      }
    }
    return nil
  }

  /// An angle of a text that is not upside down, in degrees.
  private func upright(_ angle: Double) -> Double {
    let angle = normalizedDegrees(angle)
    return angle <= 90 ? angle : angle <= 270 ? angle - 180 : angle - 360
  }

  private func label(of mark: SliceMark, _ text: String, _ font: Font, at middle: Point, turn: Double) -> InsideLabel? {
    let (half, width) = (font.lineHeight / 2, font.width(of: text))
    let (sine, cosine) = turn == 0 ? (0, 1) : sineAndCosine(degrees: turn)
    func turned(_ x: Double, _ y: Double) -> Point {
      Point(x: middle.x + x * cosine - y * sine, y: middle.y + x * sine + y * cosine)
    }
    let outline = [-width / 2 - 2, 0, width / 2 + 2].flatMap { [turned($0, -half), turned($0, half)] }
    guard outline.allSatisfy(mark.sector.contains) else { return nil }
    let written = Text(
      runs: [Text.Run(text, color: color ?? mark.color.legibleText)], at: turned(0, font.capHeight / 2),
      anchor: .middle, size: font.size, rotation: turn)
    return InsideLabel(
      path: mark.path, text: written,
      box: turn == 0
        ? Rect(x: middle.x - width / 2, y: middle.y - half, width: width, height: 2 * half) : written.box(in: font))
  }
}
