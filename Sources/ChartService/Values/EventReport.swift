import ChartEngine
import JSONModel

/// What a chart tells those who listen, as the protocol says it.
struct EventReport: Hashable, Sendable {
  enum Kind: String, CaseIterable, Sendable {
    case valueSelected, nothingSelected, translated, rotated, zoomed, settled, animationFinished
  }

  var type = Kind.nothingSelected
  var series: Int?
  var index: Int?
  var path: [Int]?
  var label: String?
  var value: Double?
  var fraction: Double?
  var angle: Double?
  var by: Double?
  var completed: Bool?

  init() {}

  init(_ event: Event) {
    switch event {
    case .valueSelected(let mark):
      type = .valueSelected
      (series, index, path) = (mark.series, mark.index, mark.path)
      (label, value, fraction) = (mark.label, mark.value, mark.fraction)
    case .nothingSelected:
      type = .nothingSelected
    case .rotated(let angle, let by):
      type = .rotated
      (self.angle, self.by) = (angle, by)
    case .settled(let angle):
      type = .settled
      self.angle = angle
    case .animationFinished(let completed):
      type = .animationFinished
      self.completed = completed
    }
  }

  static let schema = Schema.object("Event", "What happened.", initial: EventReport()) {
    Property("type", \.type, .word(), "What it is; it decides which of the others are there.", required: true)
    Property("series", \.series, .optional(.integer(min: 0)), "`valueSelected`: the data series, or the ring.")
    Property("index", \.index, .optional(.integer(min: 0)), "`valueSelected`: the index in it.")
    Property("path", \.path, .optional(.path), "`valueSelected`: the indices that lead to a slice.")
    Property("label", \.label, .optional(.string()), "`valueSelected`: the mark's name.")
    Property("value", \.value, .optional(.number()), "`valueSelected`: what the mark stands for.")
    Property("fraction", \.fraction, .optional(.number(min: 0, max: 1)), "`valueSelected`: the share of the total.")
    Property("angle", \.angle, .optional(.number()), "`rotated`, `settled`: the start angle now, in degrees.")
    Property("by", \.by, .optional(.number()), "`rotated`: how far it turned, in degrees, clockwise.")
    Property("completed", \.completed, .optional(.bool()), "`animationFinished`: false if it was stopped.")
  }
}
