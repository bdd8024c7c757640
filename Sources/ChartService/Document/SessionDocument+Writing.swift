import ChartData
import ChartEngine
import OrderedCollections

extension SessionDocument {
  /// A session as it is now.
  init(_ session: Session, named name: String) {
    var sources = ObjectTable<SpecSource>()
    self.session = name
    charts = session.charts.values.map { ChartItem($0, &sources) }
    var columns = ObjectTable<HeldColumn>()
    specs = sources.objects.map { Source($0, &columns) }
    self.columns = columns.objects
    log = session.log.entries
  }
}

/// The objects met so far, each once.
private struct ObjectTable<Object: AnyObject> {
  private(set) var objects: [Object] = []
  private var places: [ObjectIdentifier: Int] = [:]

  mutating func place(of object: Object) -> Int {
    if let place = places[ObjectIdentifier(object)] { return place }
    places[ObjectIdentifier(object)] = objects.count
    objects.append(object)
    return objects.count - 1
  }
}

extension SessionDocument.Source {
  fileprivate init(_ source: SpecSource, _ table: inout ObjectTable<HeldColumn>) {
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
  fileprivate init(_ record: ChartRecord, _ table: inout ObjectTable<SpecSource>) {
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
  fileprivate init(_ step: Step, _ table: inout ObjectTable<SpecSource>) {
    method = step.request.method
    params = step.request.params
    spec = table.place(of: step.moment.source)
    state = step.moment.state
  }
}
