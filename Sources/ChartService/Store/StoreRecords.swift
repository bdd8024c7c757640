import ChartEngine
import ChartModel
import JSONModel
import JSONRPC
import OrderedCollections

// What the records of a journal say. Each is an object of one member, whose key tells which of these it is. Members may be
// added, and are passed over by programs that don't know them; what exists keeps its meaning.

/// `head`: what the journal is of. The first record of each file.
struct HeadRecord: Sendable {
  var session = ""
  /// Names the run of the program that began the session: a kernel's connection.
  var run = ""
  /// When the session was begun, in seconds since 1970.
  var began = 0.0
  /// Of which snapshot the log goes on.
  var generation = 0

  static let schema = Schema.object("StoreHead", "What a journal is of.", initial: Self()) {
    Property("session", \.session, .string(minLength: 1), "The session's name.", required: true)
    Property("run", \.run, .string(), "The run of the program that began it.")
    Property("began", \.began, .number(), "When it was begun, in seconds since 1970.")
    Property("generation", \.generation, .integer(min: 0), "Of which snapshot the journal goes on.")
  }
}

/// `source`: a spec, under a number by which others refer to it.
struct SourceRecord: Sendable {
  var id = 0
  var source = StoredSource()

  static let schema = Schema.object("StoreSource", "A spec.", initial: Self()) {
    Property("id", \.id, .integer(min: 1, max: StoreLayout.numberLimit), "Its number.", required: true)
    Property("source", \.source, StoredSource.schema, "The spec.", required: true)
  }
}

/// `grow`: a spec that points made out of another one.
struct GrowRecord: Sendable {
  var id = 0
  var from = 0
  /// The parameters of `chart/append`.
  var params: JSON = [:]
  /// The names of the request's buffers.
  var buffers: [String] = []

  static let schema = Schema.object("StoreGrowth", "A spec with more points.", initial: Self()) {
    Property("id", \.id, .integer(min: 1, max: StoreLayout.numberLimit), "Its number.", required: true)
    Property("from", \.from, .integer(min: 1), "The number of the one that it was made of.", required: true)
    Property("params", \.params, .anyObject(), "The parameters of chart/append.", required: true)
    Property("buffers", \.buffers, .array(of: .string()), "The names of the contents that are the request's buffers.")
  }
}

/// `create`: a chart, new or in the place of another one.
struct CreateRecord: Sendable {
  var chart = ""
  var source = 0
  var revision = 1
  var size: Size?
  var theme: Theme?
  var state = ChartState()
  var kind = ""
  var number: Int?

  static let schema = Schema.object("StoreCreate", "A chart.", initial: Self()) {
    Property("chart", \.chart, .string(minLength: 1), "Its id.", required: true)
    Property("source", \.source, .integer(min: 1), "The number of its spec.", required: true)
    Property("revision", \.revision, .integer(min: 1, max: ChartRecord.revisionLimit), "Its revision.", required: true)
    Property("size", \.size, .optional(Size.schema), "Instead of the spec's.")
    Property("theme", \.theme, .optional(.word()), "Instead of the spec's.")
    Property("state", \.state, ChartState.schema, "Its state.", required: true)
    Property("kind", \.kind, .string(), "Its kind.")
    Property(
      "number", \.number, .optional(.integer(min: 0, max: Session.numberLimit)),
      "The number in its name, if it was free.")
  }
}

/// `change`: a chart gets another state, or spec.
struct ChangeRecord: Sendable {
  var chart = ""
  var revision = 1
  var method = ""
  var params: JSON = [:]
  var source: Int?
  var state: ChartState?
  /// How many of the oldest steps are forgotten for the one that it makes; `nil` if it makes none.
  var forgotten: Int?
  var forgetsUndone = false

  static let schema = Schema.object("StoreChange", "A change of a chart.", initial: Self()) {
    Property("chart", \.chart, .string(minLength: 1), "Its id.", required: true)
    Property(
      "revision", \.revision, .integer(min: 1, max: ChartRecord.revisionLimit), "Its revision then.", required: true)
    Property("method", \.method, .string(minLength: 1), "What changed it.", required: true)
    Property("params", \.params, .anyObject(), "With which parameters.")
    Property("source", \.source, .optional(.integer(min: 1)), "The number of its spec, if that is another one.")
    Property("state", \.state, .optional(ChartState.schema), "Its state, if that is another one.")
    Property(
      "step", \.forgotten, .optional(.integer(min: 0)), "That it is a step, and how many of the oldest are forgotten.")
    Property("forgets", \.forgetsUndone, .bool(), "Whether what was undone is forgotten.")
  }
}

/// `undo`, `redo`, `delete`: what has no parameters but a chart.
struct ChartOnlyRecord: Sendable {
  var chart = ""
  var revision = 1

  static let schema = Schema.object("StoreChart", "A chart.", initial: Self()) {
    Property("chart", \.chart, .string(minLength: 1), "Its id.", required: true)
    Property(
      "revision", \.revision, .integer(min: 1, max: ChartRecord.revisionLimit), "Its revision then.", required: true)
  }
}

/// `import`: the charts of a document.
struct ImportRecord: Sendable {
  var firstSource = 0
  var keepsOthers = false
  var document: JSON = [:]

  static let schema = Schema.object("StoreImport", "A document.", initial: Self()) {
    Property("source", \.firstSource, .integer(min: 1), "The number of its first spec.", required: true)
    Property("keep", \.keepsOthers, .bool(), "Whether other charts stay.")
    Property("document", \.document, .anyObject(), "The document.", required: true)
  }
}

/// `note`: something that belongs to the session.
struct NoteRecord: Sendable {
  var key = ""
  /// `nil` if it is forgotten.
  var value: JSON?

  static let schema = Schema.object("StoreNote", "A note.", initial: Self()) {
    Property("key", \.key, .string(), "Its name.", required: true)
    Property("value", \.value, .optional(.json("Anything.")), "What it says.")
  }
}

/// `session`: what a session has besides charts; in snapshots.
struct SessionRecord: Sendable {
  var numbers: OrderedDictionary<String, Int> = [:]
  var log: [InteractionLog.Entry] = []

  static let schema = Schema.object("StoreSession", "A session.", initial: Self()) {
    Property(
      "numbers", \.numbers, .dictionary(of: .integer(min: 0, max: Session.numberLimit)),
      "The last numbers of free names.")
    Property("log", \.log, .array(of: InteractionLog.Entry.schema), "What was done, oldest first.")
  }
}

/// `done`: that a snapshot is whole. Its last record.
struct DoneRecord: Sendable {
  var next: UInt64 = 0

  static let schema = Schema.object("StoreDone", "The end of a snapshot.", initial: Self()) {
    Property(
      "next", \.nextRecord, .integer(min: 0), "The number of the record with which the log after it begins.",
      required: true)
  }

  private var nextRecord: Int {
    get { Int(clamping: next) }
    set { next = UInt64(clamping: newValue) }
  }
}
