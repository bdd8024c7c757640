import ChartModel

/// What the positions of a plot are.
enum PlotAxis: Hashable, Sendable {
  /// Names, one slot each: position n is slot n.
  case category([String])
  case linear
  case log
  /// Milliseconds since 1970, with the zone in which days begin.
  case time(TimeZoneRules)

  /// The names of its slots; empty for what has none.
  var labels: [String] { if case .category(let labels) = self { labels } else { [] } }

  var isCategory: Bool { if case .category = self { true } else { false } }

  /// In which days begin; `nil` where positions are no moments.
  var zone: TimeZoneRules? { if case .time(let zone) = self { zone } else { nil } }

  /// What authors call it.
  var scale: PositionAxisSpec.Scale {
    switch self {
    case .category: .category
    case .linear: .linear
    case .log: .log
    case .time: .time
    }
  }

  /// How positions become coordinates.
  var transform: AxisTransform { self == .log ? .log : .linear }
}
