import ChartModel

/// All that is written in a plot, each where it can be read: first what explains limits and bands, then texts at places, then the
/// values of entries, then the bubbles at the ends of lines. None lies on another one. What explains limits and bands hides no
/// marks either: it is left out where there is no place free of them. Texts at places do so on a plate where nothing is free.
struct PlotTexts: Sendable {
  /// What is written at limits and in bands, by their places in the spec.
  private(set) var limits: [Int: PlacedText] = [:]
  private(set) var bands: [Int: PlacedText] = [:]
  /// What is written at places.
  private(set) var annotations: [PlacedAnnotation] = []
  /// The values of entries.
  private(set) var values = LabelPlacer()
  /// The bubbles at the ends of lines.
  private(set) var bubbles: [EndBubble] = []
  /// What was left out or shortened, and why.
  private(set) var warnings: [String] = []

  private let rules: PlotRules
  private let marks: [any SeriesMark]
  private let space: AxesSpace
  private var canvas: Canvas { space.canvas }
  private let others: [Rect]

  /// - Parameters:
  ///   - marks: The series that are seen.
  ///   - others: Where anything is written around the plot.
  init(_ rules: PlotRules, marks: [any SeriesMark], in space: AxesSpace, beside others: [Rect]) {
    (self.rules, self.marks, self.space, self.others) = (rules, marks, space, others)
    let notes = RuleLabelPlacer(rules: rules, marks: marks, space: space, others: others)
    (limits, warnings) = notes.limits()
    let (bands, unplaced) = notes.bands(beside: limits.values.map(\.box))
    self.bands = bands
    warnings += unplaced
    let (annotations, lost) = AnnotationPlacer(rules: rules, marks: marks, space: space, taken: taken)
      .place(rules.chart.spec.annotations)
    self.annotations = annotations
    warnings += lost
    values = LabelPlacer(marks, avoiding: taken + others, in: space)
    if values.dropped > 0 {
      warnings.append(RoomWarning.leftOut(values.dropped, of: values.dropped + values.labels.count, "value"))
    }
    let (bubbles, missing) = EndBubblePlacer(
      marks: marks, space: space, taken: taken + others + values.labels.map { $0.box.inset(by: -2) }
    ).place()
    self.bubbles = bubbles
    warnings += missing.map { "series[\($0)].endBubble: left out: there is no room for it" }
  }

  /// Whether the line of a limit, or that of 0, which lie above the marks, passes through a box.
  func isCrossed(_ box: Rect) -> Bool {
    if let zero = marks.first(where: \.standsOnZero)?.axis.baseline, zero + 0.5 > box.minY, zero - 0.5 < box.maxY {
      return true
    }
    return rules.isCrossed(box, by: \.isAbove)
  }

  private var taken: [Rect] { limits.values.map(\.box) + bands.values.map(\.box) + annotations.map(\.room) }
}

extension [any SeriesMark] {
  /// Whether a mark has something there.
  func cover(_ box: Rect) -> Bool { contains { $0.covers(box, except: nil) } }
}

extension Rect {
  /// The room that a text in the box takes up with its plate, if it has one.
  func withPlate(_ hasPlate: Bool) -> Rect { hasPlate ? inset(by: -4) : self }
}
