import JSONModel

/// Which chart a method is about.
struct ChartTarget: Hashable, Sendable {
  var chart = ""
  var session = ChartService.defaultSession

  var key: ChartKey { ChartKey(session: session, chart: chart) }
}

// The properties that nearly all parameters have, at their places: the chart comes first and the session last, so that
// `["spending", 320, 80]` is a tap.
extension Property {
  static func chart(_ keyPath: any WritableKeyPath<Root, String> & Sendable) -> Property {
    Property("chart", keyPath, .string(minLength: 1), "The chart's id.", required: true)
  }

  static func session(_ keyPath: any WritableKeyPath<Root, String> & Sendable) -> Property {
    Property("session", keyPath, .string(minLength: 1), "The session's name.")
  }

  static func render(_ keyPath: any WritableKeyPath<Root, Bool> & Sendable) -> Property {
    Property("render", keyPath, .bool(), "Whether the result brings the picture along.")
  }
}
