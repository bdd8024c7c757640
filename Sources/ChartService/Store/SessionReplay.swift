import ChartData
import ChartEngine
import ChartModel
import JSONModel
import JSONRPC
import Journal
import OrderedCollections
import POSIX

/// A session made out of the records of its journal.
///
/// Specs are read at the end, and only those that something still refers to: of most only the number matters.
struct SessionReplay: Sendable {
  struct StepItem: Sendable {
    var method: String
    var params: JSON
    var source: Int
    var state: ChartState
  }

  struct ChartItem: Sendable {
    var source: Int
    var revision: Int
    var size: Size?
    var theme: Theme?
    var state: ChartState
    var undo: [StepItem] = []
    var redo: [StepItem] = []
  }

  /// What a number of a spec stands for.
  enum Source: Sendable {
    case stored(StoredSource)
    case grown(GrowRecord)
    case imported(SessionDocument.Source, [HeldColumn])
  }

  let limits: ServiceLimits
  private(set) var head = HeadRecord()
  private(set) var charts: OrderedDictionary<String, ChartItem> = [:]
  private(set) var log = InteractionLog()
  private(set) var numbers: [String: Int] = [:]
  private(set) var notes: OrderedDictionary<String, JSON> = [:]
  private(set) var sources: [Int: Source] = [:]
  private(set) var lastID = 0
  /// Whether there is a record besides heads: a session is made by its first change.
  private(set) var isBegun = false
  /// Of a snapshot that is whole: the number of the record with which the log after it begins.
  private(set) var next: UInt64?

  init(limits: ServiceLimits) { self.limits = limits }

  /// Does what a record says.
  mutating func apply(_ record: ReadRecord) throws(StoreFault) {
    switch record.kind {
    case "head": head = try record.decoded(HeadRecord.schema)
    case "source":
      let source = try record.decoded(SourceRecord.schema)
      note(.stored(source.source), at: source.id)
    case "grow":
      let growth = try record.decoded(GrowRecord.schema)
      note(.grown(growth), at: growth.id)
    case "create": create(try record.decoded(CreateRecord.schema))
    case "change": try change(try record.decoded(ChangeRecord.schema))
    case "undo": try travel(.undo, try record.decoded(ChartOnlyRecord.schema))
    case "redo": try travel(.redo, try record.decoded(ChartOnlyRecord.schema))
    case "delete":
      let gone = try record.decoded(ChartOnlyRecord.schema)
      charts.removeValue(forKey: gone.chart)
      noteDone("chart/delete", gone.chart, gone.revision)
    case "import": try open(try record.decoded(ImportRecord.schema))
    case "note":
      let note = try record.decoded(NoteRecord.schema)
      if let value = note.value { notes[note.key] = value } else { notes.removeValue(forKey: note.key) }
    case "session": try take(record.members["content"])
    case "chart": try takeChart(record.members["item"])
    case "done": next = try record.decoded(DoneRecord.schema).next
    case "open": break
    // Of a newer program; it says in the format's version what must not be passed over.
    default: break
    }
    // Not of what could not be read, which the next process does not find any more.
    if record.kind != "head" { isBegun = true }
  }

  private mutating func note(_ source: Source, at id: Int) {
    sources[id] = source
    lastID = max(lastID, id)
  }

  private mutating func noteDone(_ method: String, _ chart: String, _ revision: Int, _ params: JSON = [:]) {
    let entry = InteractionLog.Entry(chart: chart, method: method, params: params, revision: revision)
    _ = log.append(InteractionLog.Record(entry), limits: limits)
  }

  // MARK: - Charts

  private mutating func create(_ record: CreateRecord) {
    charts[record.chart] = ChartItem(
      source: record.source, revision: record.revision, size: record.size, theme: record.theme, state: record.state)
    if let number = record.number { numbers[record.kind] = number }
    noteDone("chart/create", record.chart, record.revision)
  }

  private func chart(_ name: String) throws(StoreFault) -> Int {
    guard let index = charts.index(forKey: name) else {
      throw StoreFault("a record is about the chart '\(name.excerpt)', which is not there")
    }
    return index
  }

  private mutating func change(_ record: ChangeRecord) throws(StoreFault) {
    let index = try chart(record.chart)
    let old = charts.values[index]
    if let forgotten = record.forgotten {
      charts.values[index].redo = []
      charts.values[index].undo.append(
        StepItem(method: record.method, params: record.params, source: old.source, state: old.state))
      charts.values[index].undo.removeFirst(min(forgotten, charts.values[index].undo.count))
    } else if record.forgetsUndone {
      charts.values[index].redo = []
    }
    if let source = record.source { charts.values[index].source = source }
    if let state = record.state { charts.values[index].state = state }
    charts.values[index].revision = record.revision
    noteDone(record.method, record.chart, record.revision, record.params)
  }

  private mutating func travel(_ way: HistoryWay, _ record: ChartOnlyRecord) throws(StoreFault) {
    let index = try chart(record.chart)
    let step: StepItem?
    switch way {
    case .undo: step = charts.values[index].undo.popLast()
    case .redo: step = charts.values[index].redo.popLast()
    }
    guard let step else { throw StoreFault("a record goes back further than '\(record.chart.excerpt)' does") }
    let (source, state) = (charts.values[index].source, charts.values[index].state)
    let back = StepItem(method: step.method, params: step.params, source: source, state: state)
    switch way {
    case .undo: charts.values[index].redo.append(back)
    case .redo: charts.values[index].undo.append(back)
    }
    (charts.values[index].source, charts.values[index].state) = (step.source, step.state)
    charts.values[index].revision = record.revision
    noteDone(way.method, record.chart, record.revision)
  }

  // MARK: - Whole sessions

  private mutating func open(_ record: ImportRecord) throws(StoreFault) {
    let document: SessionDocument
    do {
      document = try SessionDocument.schema.decode(record.document)
    } catch {
      throw StoreFault("a document: \(error.description)")
    }
    let named = document.charts.flatMap { chart in [chart.spec] + (chart.undo + chart.redo).map(\.spec) }
    guard record.firstSource <= StoreLayout.numberLimit - document.specs.count,
      named.allSatisfy(document.specs.indices.contains)
    else { throw StoreFault("a document has not the specs that it names") }
    for (place, source) in document.specs.enumerated() {
      note(.imported(source, document.columns), at: record.firstSource + place)
    }
    let old = charts
    if !record.keepsOthers { (charts, log, numbers) = ([:], InteractionLog(), [:]) }
    for entry in document.log.suffix(limits.log) { _ = log.append(InteractionLog.Record(entry), limits: limits) }
    for item in document.charts {
      var chart = chart(of: item, sourcesFrom: record.firstSource)
      chart.revision = max(item.revision, ChartRecord.revision(after: old[item.chart]?.revision ?? 0))
      charts[item.chart] = chart
    }
  }

  private mutating func takeChart(_ json: JSON?) throws(StoreFault) {
    do {
      let item = try SessionDocument.ChartItem.schema.decode(json ?? .null)
      charts[item.chart] = chart(of: item, sourcesFrom: 0)
    } catch {
      throw StoreFault("a chart: \(error.description)")
    }
  }

  private func chart(of item: SessionDocument.ChartItem, sourcesFrom first: Int) -> ChartItem {
    func step(_ step: SessionDocument.StepItem) -> StepItem {
      StepItem(method: step.method, params: step.params, source: first + step.spec, state: step.state)
    }
    return ChartItem(
      source: first + item.spec, revision: item.revision, size: item.size, theme: item.theme, state: item.state,
      undo: item.undo.suffix(limits.steps).map(step), redo: item.redo.suffix(limits.steps).map(step))
  }

  private mutating func take(_ json: JSON?) throws(StoreFault) {
    do {
      let record = try SessionRecord.schema.decode(json ?? .null)
      numbers = Dictionary(record.numbers.map { ($0.key, $0.value) }, uniquingKeysWith: { $1 })
      for entry in record.log { _ = log.append(InteractionLog.Record(entry), limits: limits) }
    } catch {
      throw StoreFault("a session: \(error.description)")
    }
  }
}

// MARK: - The session

extension SessionReplay {
  /// A session, and the numbers of its specs.
  struct Result: Sendable {
    var session = Session()
    var ids: [UInt64: Int] = [:]
    /// The contents that were read for it, and are what their names say.
    var contents: Set<ContentDigest> = []
  }

  /// The session with everything in it.
  /// - Parameters:
  ///   - name: Its name.
  ///   - version: Gives a number that no other chart has.
  ///   - check: Asked before each spec: throws if the session is no longer wanted.
  ///   - content: Gives what is in a content.
  func session(
    named name: String, _ kinds: ChartKinds, version: () -> UInt64, check: () throws(StoreFault) -> Void,
    content: (ContentDigest) throws(StoreFault) -> [UInt8]
  ) throws(StoreFault) -> Result {
    let made = try makeSources(kinds, check: check, content: content)
    var result = Result()
    for (id, source) in made { result.ids[source.number] = id }
    for (key, item) in charts {
      let moment = try moment(key, item, item.source, item.state, made)
      // A tap must not wait for a large one; a thousand small ones would take a third of the start.
      if !moment.source.isSmall { moment.prepare() }
      var record = ChartRecord(
        session: name, chart: moment.chart, source: moment.source, revision: item.revision, version: version())
      if !record.source.linked.isEmpty { record.conditions = .unknown }
      record.history = History(
        undoable: try steps(key, item, item.undo, upTo: moment, made),
        redoable: try steps(key, item, item.redo, upTo: moment, made))
      result.session.charts[key] = record
    }
    for (kind, number) in numbers { result.session.note(number: number, for: kind) }
    result.session.log = log
    result.session.notes = notes
    return result
  }

  private func moment(
    _ key: String, _ item: ChartItem, _ id: Int, _ state: ChartState, _ made: [Int: SpecSource]
  ) throws(StoreFault) -> Moment {
    guard let source = made[id] else { throw StoreFault("the chart '\(key.excerpt)' has no spec \(id)") }
    do {
      try source.spec.check(state.view)
    } catch {
      throw StoreFault("the state of the chart '\(key.excerpt)': \(error.description)")
    }
    return Moment(source: source, id: key, size: item.size, theme: item.theme, state: state)
  }

  private func steps(
    _ key: String, _ item: ChartItem, _ steps: [StepItem], upTo current: Moment, _ made: [Int: SpecSource]
  ) throws(StoreFault) -> [Step] {
    var moments: [Moment] = []
    for step in steps { moments.append(try moment(key, item, step.source, step.state, made)) }
    return zip(zip(steps, moments), moments.dropFirst() + [current]).map { step, next in
      Step(
        Request(step.0.method, step.0.params), moment: step.1,
        sourceByteCount: step.1.source.byteCount(beside: next.source))
    }
  }

  // MARK: Specs

  /// The numbers of all specs that something refers to, with those that they were made of, from the first on.
  private var needed: [Int] {
    var needed: Set<Int> = []
    for item in charts.values {
      needed.insert(item.source)
      for step in item.undo + item.redo { needed.insert(step.source) }
    }
    var waiting = Array(needed)
    while let id = waiting.popLast() {
      guard case .grown(let growth)? = sources[id], needed.insert(growth.from).inserted else { continue }
      waiting.append(growth.from)
    }
    return needed.sorted()
  }

  private func makeSources(
    _ kinds: ChartKinds, check: () throws(StoreFault) -> Void, content: (ContentDigest) throws(StoreFault) -> [UInt8]
  ) throws(StoreFault) -> [Int: SpecSource] {
    var made: [Int: SpecSource] = [:]
    var columns: [ContentDigest: HeldColumn] = [:]
    for id in needed {
      try check()
      switch sources[id] {
      case nil: throw StoreFault("the spec \(id) is missing")
      case .stored(let stored):
        made[id] = try stored.source(kinds) { digest throws(StoreFault) in
          if let known = columns[digest] { return known }
          let column = try HeldColumn(content: try content(digest))
          columns[digest] = column
          return column
        } content: { digest throws(StoreFault) in
          try content(digest)
        }
      case .imported(let source, let held):
        do {
          made[id] = try source.source(kinds, among: held)
        } catch {
          throw StoreFault("a document's spec: \(error.description)")
        }
      case .grown(let growth):
        guard let from = made[growth.from] else { throw StoreFault("the spec \(growth.from) is missing") }
        made[id] = try grown(from, growth, content: content)
      }
    }
    return made
  }

  private func grown(
    _ source: SpecSource, _ growth: GrowRecord, content: (ContentDigest) throws(StoreFault) -> [UInt8]
  ) throws(StoreFault) -> SpecSource {
    var buffers: [[UInt8]] = []
    for name in growth.buffers {
      guard let digest = ContentDigest(name) else { throw StoreFault("'\(name.excerpt)' is no name of a content") }
      buffers.append(try content(digest))
    }
    guard let spec = source.spec.content as? any AppendableSpec else {
      throw StoreFault("points were added to a \(source.spec.kind)")
    }
    do throws(InvalidValue) {
      let params = try AppendParams.schema.decode(growth.params)
      let request = params.request(RequestBuffers(Buffers(buffers)))
      guard let appended = try spec.appending(request, to: source) else { return source }
      return appended.source
    } catch {
      throw StoreFault("points that were added: \(error.description)")
    }
  }
}
