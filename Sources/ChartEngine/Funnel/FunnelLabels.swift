import ChartModel
import JSONModel

/// What is written at the stages of a funnel: a column on its left, texts in it, a column on its right; and how much room that
/// leaves for the stages.
struct FunnelLabels: Sendable {
  /// What one stage says, on one line each; empty for nothing.
  struct Words: Sendable {
    let before: String
    let inside: String
    let after: String

    /// What stands on the right: also what has no room inside.
    func beside(isInside: Bool) -> [String] { [isInside ? "" : inside, after].filter { !$0.isEmpty } }

    /// Whether what is to stand in a stage has room there.
    func isInside(_ stage: FunnelStage, _ font: Font) -> Bool {
      font.width(of: inside) <= stage.room(forHeight: font.capHeight) && font.size <= stage.bottom - stage.top
    }
  }

  let texts: [Text]
  /// How many texts there is no room for, and how many names are cut.
  let dropped: Int
  let shortened: Int

  private static let gap = 10.0

  /// How wide the column on the left is, with its gap.
  static func before(_ words: [Words], font: Font, plot: Rect) -> Double {
    let most = plot.width * 0.34
    let pitch = plot.height / Double(max(words.count, 1))
    let widest = words.reduce(0) { widest, words in
      font.lines(of: words.before, within: most, atMost: lineCount(pitch: pitch, font)).lines.map(font.width)
        .reduce(widest, max)
    }
    return widest > 0 ? widest + gap : 0
  }

  /// How many lines a name may have in a row of a height, in px.
  private static func lineCount(pitch: Double, _ font: Font) -> Int { pitch >= 2.4 * font.size ? 2 : 1 }

  /// How wide the column on the right is, with its gap.
  /// - Parameter isInside: For each stage whether what is to stand in it has room there, as far as is known.
  static func after(_ words: [Words], isInside: [Bool], font: Font, plot: Rect) -> Double {
    let widest = zip(words, isInside).reduce(0) { widest, stage in
      max(widest, font.width(of: stage.0.beside(isInside: stage.1).joined(separator: separator)))
    }
    return widest > 0 ? min(widest, plot.width * 0.4) + gap : 0
  }

  private static let separator = " · "

  /// - Parameters:
  ///   - stages: With what each says and its colour.
  ///   - before: The width of the left column with its gap, and `after` that of the right one.
  init(
    _ stages: [(stage: FunnelStage, words: Words, color: Color)], font: Font, plot: Rect, before: Double,
    after: Double, on surface: Surface
  ) {
    var texts: [Text] = []
    var (dropped, shortened) = (0, 0)
    // Of rows lower than a line every second has words, or every third, …
    let pitch = stages.count > 1 ? stages[1].stage.top - stages[0].stage.top : .infinity
    let step = pitch > 0 ? max(1, Int(saturating: (font.size * 1.1 / pitch).rounded(.up))) : max(stages.count, 1)
    for (index, (stage, words, color)) in stages.enumerated() {
      guard index.isMultiple(of: step), plot.height >= font.size else {
        dropped += [words.before, words.inside, words.after].count { !$0.isEmpty }
        continue
      }
      /// - Parameter offset: How many px below the middle it stands.
      func add(_ text: String, _ x: Double, _ anchor: Text.Anchor, _ color: Color, offset: Double = 0) {
        texts.append(
          Text(
            runs: [Text.Run(text, color: color)], at: Point(x: x, y: stage.midY + font.capHeight / 2 + offset),
            anchor: anchor, size: font.size))
      }
      let name = font.lines(
        of: words.before, within: max(before - FunnelLabels.gap, 0) + 0.01,
        atMost: FunnelLabels.lineCount(pitch: min(pitch, plot.height), font))
      if !words.before.isEmpty, !name.isWhole { shortened += 1 }
      for (line, text) in name.lines.enumerated() {
        add(
          text, plot.minX + before - FunnelLabels.gap, .end, surface.text,
          offset: (Double(line) - Double(name.lines.count - 1) / 2) * font.size * 1.15)
      }
      let isInside = words.isInside(stage, font)
      if isInside, !words.inside.isEmpty { add(words.inside, stage.x, .middle, color.over(surface.color).legibleText) }
      // Numbers aren't cut: half a number is a wrong one.
      let beside = words.beside(isInside: isInside)
      let room = max(after - FunnelLabels.gap, 0)
      let candidates = [beside.joined(separator: FunnelLabels.separator), beside.first ?? ""].filter { !$0.isEmpty }
      if let fitting = candidates.first(where: { font.width(of: $0) <= room + 0.01 }) {
        add(fitting, plot.maxX - after + FunnelLabels.gap, .start, surface.secondaryText)
        if fitting == candidates[0] { continue }
        dropped += beside.count - 1
      } else {
        dropped += beside.count
      }
    }
    (self.texts, self.dropped, self.shortened) = (texts, dropped, shortened)
  }
}
