import ChartEngine
import JSONModel
import OrderedCollections

extension SessionDocument {
  /// A session as it is now.
  init(_ session: Session, named name: String) {
    var table = SourceTable()
    self.session = name
    charts = session.charts.values.map { ChartItem($0, &table) }
    specs = table.sources.map { Source(spec: $0.json, slices: $0.slices, warnings: $0.warnings) }
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
