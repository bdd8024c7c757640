import ChartData
import ChartEngine
import ChartModel
import JSONModel
import OrderedCollections

/// A session as one JSON document: specs, states, histories and the log.
///
/// Specs are written once and referred to by their place in `specs`, since nearly all steps of a history share one; so are
/// the columns of data that came from files or as buffers, since specs share those. Time zones and the day are written
/// along, too: a document needs nothing but itself.
package struct SessionDocument: Sendable {
  static let format = "chartkernel-session"
  static let version = 1

  struct Source: Sendable {
    var spec: JSON = [:]
    var slices: JSON?
    /// The places of its columns in ``SessionDocument/columns``, by those of ``ColumnPlace``.
    var columns: OrderedDictionary<String, Int> = [:]
    var hasGrown = false
    var timeZoneRules: [UInt8]?
    var today: String?
    var warnings: [String] = []
    /// The data of the charts that the chart is made of: these have no specs of their own.
    var parts: [Source] = []
  }

  struct ChartItem: Sendable {
    var chart = ""
    var spec = 0
    var size: Size?
    var theme: Theme?
    var revision = 1
    var state = ChartState()
    var undo: [StepItem] = []
    var redo: [StepItem] = []
  }

  struct StepItem: Sendable {
    var method = ""
    var params: JSON = [:]
    var spec = 0
    var state = ChartState()
  }

  var version = SessionDocument.version
  var session = ""
  var specs: [Source] = []
  var columns: [HeldColumn] = []
  var charts: [ChartItem] = []
  var log: [InteractionLog.Entry] = []
}

// MARK: - Declaration

extension SessionDocument {
  static let schema = Schema.object("SessionDocument", "A session with its charts.", initial: SessionDocument()) {
    Property<SessionDocument>(constant: "format", format, "What this document is.")
    Property("version", \.version, .integer(min: version, max: version), "The version of the format.", required: true)
    Property("session", \.session, .string(minLength: 1), "The session's name.", required: true)
    Property("specs", \.specs, .array(of: Source.schema), "The specs that charts and steps refer to.", required: true)
    Property(
      "columns", \.columns, .array(of: HeldColumn.schema), "The data of specs that came from files or as buffers.")
    Property("charts", \.charts, .array(of: ChartItem.schema), "The charts.", required: true)
    Property("log", \.log, .array(of: InteractionLog.Entry.schema), "What was done, oldest first.")
  }
}

extension SessionDocument.Source {
  static let schema: Schema<Self> = Schema.object("SessionSpec", "A spec with its data.", initial: Self()) {
    Property("spec", \.spec, .object(describedAs: ChartSpec.self), "As it was given.", required: true)
    data
  }

  private static let partSchema: Schema<Self> = Schema.object(
    "SessionSpecPart", "The data of a chart that is a part of another.", initial: Self()
  ) { data }

  private static let data: [Property<Self>] = [
    Property("slices", \.slices, .optional(.json("Slices.")), "The slices read from the file that `data` names."),
    Property(
      "columns", \.columns, .dictionary(of: .integer(min: 0)),
      "The places of its data in the document's columns: of `x.values` and `series[0].values` read from that file, and of `buffer[0]`."
    ),
    Property("grown", \.hasGrown, .bool(), "Whether points were added to what was read from the file."),
    Property(
      "timeZoneRules", \.timeZoneRules, .optional(.base64), "The TZif file of the zone that it names, as base64."),
    Property("today", \.today, .optional(.string(minLength: 8)), "The day on which it was read, for `lastDays`."),
    Property("warnings", \.warnings, .array(of: .string()), "What was left out while reading."),
    Property(
      "parts", \.parts, .array(of: .deferred(expectation: "an object") { partSchema }),
      "The data of the charts that it is made of."),
  ]
}

extension SessionDocument.ChartItem {
  static let schema = Schema.object("SessionChart", "A chart with its history.", initial: Self()) {
    Property("chart", \.chart, .string(minLength: 1), "Its id.", required: true)
    Property("spec", \.spec, .integer(min: 0), "The place of its spec.", required: true)
    Property("size", \.size, .optional(Size.schema), "Instead of the spec's.")
    Property("theme", \.theme, .optional(.word()), "Instead of the spec's.")
    Property("revision", \.revision, .integer(min: 1, max: ChartRecord.revisionLimit), "Its revision.", required: true)
    Property("state", \.state, ChartState.schema, "What interactions made of it.", required: true)
    Property("undo", \.undo, .array(of: SessionDocument.StepItem.schema), "What can be undone, oldest first.")
    Property("redo", \.redo, .array(of: SessionDocument.StepItem.schema), "What can be done again, newest first.")
  }
}

extension SessionDocument.StepItem {
  static let schema = Schema.object("SessionStep", "A change that can be undone.", initial: Self()) {
    Property("method", \.method, .string(minLength: 1), "The method that made it.", required: true)
    Property("params", \.params, .anyObject(), "Its parameters.")
    Property("spec", \.spec, .integer(min: 0), "The place of the chart's spec to go back to.", required: true)
    Property("state", \.state, ChartState.schema, "The chart's state to go back to.", required: true)
  }
}

extension InteractionLog.Entry {
  static let schema = Schema.object("LogEntry", "What was done to a chart.", initial: Self()) {
    Property("chart", \.chart, .string(), "The chart's id.", required: true)
    Property("method", \.method, .string(), "The method.", required: true)
    Property("params", \.params, .anyObject(), "Its parameters, without session, chart and render.")
    Property("revision", \.revision, .integer(min: 0), "The chart's revision afterwards.", required: true)
  }
}
