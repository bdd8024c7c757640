import ChartEngine
import ChartModel
import JSONModel
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
    withState { $0.sessions[session]?.summaries ?? [] }
  }

  /// The picture of a chart as it is now.
  /// - Throws: -32001, -32002.
  public func picture(of chart: String, in session: String = defaultSession) throws(RPCError) -> ChartPicture {
    try withState { state throws(RPCError) in
      try state.record(ChartKey(session: session, chart: chart)).picture
    }
  }
}

extension Session {
  var summaries: [ChartSummary] {
    charts.values.map {
      ChartSummary(
        chart: $0.chart.id, kind: $0.chart.spec.kind, title: $0.chart.spec.common.title, revision: $0.revision)
    }
  }
}

extension ChartService {
  /// A chart as an operation sees it: without its history, which is changed in its place and would be copied otherwise.
  struct Snapshot: Sendable {
    var chart: Chart
    var source: SpecSource
    var picture: ChartPicture
    var version: UInt64
  }

  /// - Throws: -32001, -32002.
  func snapshot(_ key: ChartKey) throws(RPCError) -> Snapshot {
    try withState { state throws(RPCError) in
      let record = try state.record(key)
      return Snapshot(
        chart: record.chart, source: record.source, picture: record.picture, version: record.version)
    }
  }
}
