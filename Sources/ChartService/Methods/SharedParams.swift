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

/// The parameters of methods that take nothing but a chart.
struct ChartParams: Sendable {
  var target = ChartTarget()

  static let schema = Schema.object("ChartParams", "A chart.", initial: ChartParams()) {
    Property.chart(\.target.chart)
    Property.session(\.target.session)
  }
}

/// The parameters of methods that take nothing but a session.
struct SessionParams: Sendable {
  var session = ChartService.defaultSession

  static let schema = Schema.object("SessionParams", "A session.", initial: SessionParams()) {
    Property.session(\.session)
  }
}
