import ChartEngine
public import JSONRPC
import OrderedCollections

/// What lists and completion show of a chart.
public struct ChartSummary: Hashable, Sendable {
  public var chart: String
  public var kind: String
  public var title: String?
  public var revision: Int
}

// MARK: - Looking in without JSON

extension ChartService {
  /// The names of the sessions.
  public var sessions: [String] { withState { Array($0.sessions.keys) } }

  /// The charts of a session in the order in which they were made; none if there is no such session.
  public func charts(in session: String = defaultSession) -> [ChartSummary] {
    withState { $0.sessions[session]?.pictures ?? [] }.map(ChartSummary.init)
  }

  /// The picture of a chart as it is now.
  /// - Throws: -32001, -32002.
  public func picture(of chart: String, in session: String = defaultSession) throws(RPCError) -> ChartPicture {
    try withCharts { state throws(MissingChart) in
      try state.record(ChartKey(session: session, chart: chart)).picture
    }
  }
}

extension ChartSummary {
  init(_ picture: ChartPicture) {
    self.init(chart: picture.chart, kind: picture.kind, title: picture.title, revision: picture.revision)
  }
}

extension Session {
  /// The pictures of its charts. They refer to these, which themselves would be copied.
  var pictures: [ChartPicture] { charts.values.map(\.picture) }
}

extension ChartService {
  /// A chart as an operation sees it: without its history, which is changed in its place and would be copied otherwise.
  struct Snapshot: Sendable {
    var chart: Chart
    var source: SpecSource
    var picture: ChartPicture
    var version: UInt64
    var conditions: ShownConditions
    var linkWarnings: [String]
    var rows: ShownRows

    init(_ record: ChartRecord) {
      rows = record.rows
      (conditions, linkWarnings) = (record.conditions, record.linkWarnings)
      chart = record.chart
      source = record.source
      picture = record.picture
      version = record.version
    }
  }

  /// - Throws: -32001, -32002.
  func snapshot(_ key: ChartKey) throws(RPCError) -> Snapshot {
    try withCharts { state throws(MissingChart) in
      Snapshot(try state.record(key))
    }
  }
}
