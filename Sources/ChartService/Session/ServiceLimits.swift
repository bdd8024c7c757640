public import JSONModel

/// How much a service keeps; what `initialize` reports beside the limits of messages.
public struct ServiceLimits: Hashable, Sendable {
  /// The most sessions open at once.
  public var sessions = 1_000
  /// The most charts in one session.
  public var charts = 10_000
  /// The most steps that can be undone, for each chart; the oldest are forgotten.
  public var steps = 1_000
  /// How large the specs and parameters that steps hold on to may be together, in bytes of JSON, for each chart.
  public var stepBytes = 64 << 20
  /// The most entries of a session's interaction log; the oldest are forgotten.
  public var log = 10_000
  /// How large the entries of a session's interaction log may be together, in bytes; a quarter of the largest message, so
  /// that they fit into one with the charts.
  public var logBytes = 16 << 20
  /// The most Unicode scalars in the name of a session or chart.
  public var name = 200

  public init() {}

  /// The limits by name, as in the error -32004.
  public var json: JSON {
    [
      "sessions": .integer(sessions), "charts": .integer(charts), "steps": .integer(steps),
      "stepBytes": .integer(stepBytes), "log": .integer(log), "logBytes": .integer(logBytes), "name": .integer(name),
    ]
  }
}
