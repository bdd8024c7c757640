/// What is shown, so that it can be told when it changes: a chart.
public struct DisplaySubject: Hashable, Sendable {
  public var session: String
  public var chart: String

  public init(session: String, chart: String) {
    self.session = session
    self.chart = chart
  }
}
