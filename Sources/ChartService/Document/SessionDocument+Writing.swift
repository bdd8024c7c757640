import ChartData
import ChartEngine
import JSONModel
import OrderedCollections

extension SessionDocument {
  /// A session as it is now.
  init(_ session: Session, named name: String) {
    var table = SourceTable()
    self.session = name
    charts = session.charts.values.map { ChartItem($0, &table) }
    var columns = ColumnTable()
    specs = table.sources.map { Source($0, &columns) }
    self.columns = columns.columns
    log = session.log.entries
  }
}

/// The specs met so far, each once.
private struct SourceTable {
  private(set) var sources: [SpecSource] = []
  private var places: [ObjectIdentifier: Int] = [:]

  mutating func place(of source: SpecSource) -> Int {
    if let place = places[ObjectIdentifier(source)] { return place }
    places[ObjectIdentifier(source)] = sources.count
    sources.append(source)
    return sources.count - 1
  }
}

/// The columns met so far, each once.
private struct ColumnTable {
  private(set) var columns: [HeldColumn] = []
  private var places: [ObjectIdentifier: Int] = [:]

  mutating func place(of column: HeldColumn) -> Int {
    if let place = places[ObjectIdentifier(column)] { return place }
    places[ObjectIdentifier(column)] = columns.count
    columns.append(column)
    return columns.count - 1
  }
}

extension SessionDocument.Source {
  fileprivate init(_ source: SpecSource, _ table: inout ColumnTable) {
    spec = source.json
    slices = source.held.slices
    for (place, column) in source.held.columns.sorted(by: { $0.key < $1.key }) {
      columns[place.description] = table.place(of: column)
    }
    hasGrown = source.held.hasGrown
    timeZoneRules = source.held.zone?.rules
    today = source.held.today
    warnings = source.held.warnings
  }
}

extension SessionDocument.ChartItem {
  fileprivate init(_ record: ChartRecord, _ table: inout SourceTable) {
    chart = record.chart.id
    spec = table.place(of: record.source)
    size = record.chart.size
    theme = record.chart.theme
    revision = record.revision
    state = record.moment.state
    undo = record.history.undoable.map { SessionDocument.StepItem($0, &table) }
    redo = record.history.redoable.map { SessionDocument.StepItem($0, &table) }
  }
}

extension SessionDocument.StepItem {
  fileprivate init(_ step: Step, _ table: inout SourceTable) {
    method = step.method
    params = step.params
    spec = table.place(of: step.moment.source)
    state = step.moment.state
  }
}
