import ChartModel

/// Texts around a plot that give way, the first ones first, where they would leave too little of a picture's height to it, or none
/// to a legend.
enum SparedText: CaseIterable, Sendable {
  case caption, subtitle, axisTitles, secondTitleLine, legend

  /// The least share of a picture's height that a plot has where leaving out texts brings it about.
  static let leastShare = 0.4

  /// Whether leaving it out gives a plot any height. A legend that its author has put somewhere stays.
  func isThere(in frame: PlotFrame, _ spec: CartesianSpec, isTurned: Bool) -> Bool {
    switch self {
    case .caption: spec.common.caption != nil
    case .subtitle: spec.common.subtitle != nil
    case .axisTitles: isTurned ? spec.y.style.title != nil || spec.right.style.title != nil : spec.x.style.title != nil
    case .secondTitleLine: spec.common.title != nil
    case .legend: spec.common.legend.position == .auto && frame.legend != nil
    }
  }

  /// A spec without it.
  func left(outOf spec: CartesianSpec, isTurned: Bool) -> CartesianSpec {
    var spec = spec
    switch self {
    case .caption: spec.common.caption = nil
    case .subtitle: spec.common.subtitle = nil
    case .axisTitles where isTurned: (spec.y.style.title, spec.right.style.title) = (nil, nil)
    case .axisTitles: spec.x.style.title = nil
    case .secondTitleLine: break
    case .legend: spec.common.legend.position = .none
    }
    return spec
  }

  /// What an author should know; `nil` where the title or an axis says it.
  var warning: String? {
    switch self {
    case .caption: "caption: left out: there is no room for it"
    case .subtitle: "subtitle: left out: there is no room for it"
    case .legend: "the legend was left out: there is no room for it"
    case .axisTitles, .secondTitleLine: nil
    }
  }
}
