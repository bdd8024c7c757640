import ChartEngine

/// Where a chart is.
struct ChartKey: Hashable, Sendable {
  var session: String
  var chart: String
}

/// A chart in a session with all that is kept about it.
struct ChartRecord: Sendable {
  var chart: Chart
  var source: SpecSource
  /// Grows by one with every change that can be seen, up to ``revisionLimit``.
  var revision: Int
  /// Different after every change, seen or not, and never the same for two charts: who computed something from one
  /// version may put it in the place of that version only.
  var version: UInt64
  /// The picture of this revision.
  var picture: ChartPicture
  var history = History()
  /// What is selected in the charts that this is linked with, as far as it is shown.
  var conditions = ShownConditions.known([])
  /// Why it does not show that.
  var linkWarnings: [String] = []
  /// Which rows it holds of lines that are held in part.
  var rows = ShownRows()

  var moment: Moment { Moment(source: source, chart: chart) }

  init(
    session: String, chart: Chart, source: SpecSource, rows: ShownRows = ShownRows(), revision: Int, version: UInt64
  ) {
    self.rows = rows
    self.chart = chart
    self.source = source
    self.revision = revision
    self.version = version
    self.picture = ChartPicture(
      session: session, revision: revision, chart: chart, dataWarnings: source.warnings + rows.warnings)
  }

  /// The largest revision, behind which clients that read numbers as doubles can't tell one from the next. Only who opens a
  /// document that says so gets there; what is kept then must not say a number that nobody reads again.
  static let revisionLimit = 1 << 53

  /// The revision after another one.
  static func revision(after revision: Int) -> Int { min(revision, revisionLimit - 1) + 1 }

  /// Makes the next revision out of what the chart is now.
  mutating func revise(version: UInt64) {
    revision = ChartRecord.revision(after: revision)
    self.version = version
    picture = ChartPicture(
      session: picture.session, revision: revision, chart: chart,
      dataWarnings: source.warnings + linkWarnings + rows.warnings, after: picture)
  }

  /// Whether it is linked with other charts, or was and has still to show all of its rows.
  var isLinked: Bool { !source.linked.isEmpty || conditions != .known([]) }

  /// Notes that it shows what nobody has compared yet with what is selected in charts that it is linked with.
  mutating func noteOtherChart() {
    if isLinked { conditions = .stale }
    linkWarnings = []
  }

  /// Goes to another moment of the chart's history.
  /// - Complexity: O(1)
  mutating func go(to moment: Moment, version: UInt64) {
    source = moment.source
    chart = moment.chart
    // Its rows are those of its picture then.
    rows = ShownRows()
    noteOtherChart()
    revise(version: version)
  }
}
