import ChartData
import ChartEngine
import OrderedCollections

extension SessionDocument {
  /// A session as it is now.
  /// - Parameter check: Asked before each chart and each spec: throws if the document is no longer wanted.
  init<Failure>(_ session: Session, named name: String, check: () throws(Failure) -> Void) throws(Failure) {
    var sources = ObjectTable<SpecSource>()
    self.session = name
    for record in session.charts.values {
      try check()
      charts.append(ChartItem(record) { sources.place(of: $0) })
    }
    var columns = ObjectTable<HeldColumn>()
    for source in sources.objects {
      try check()
      specs.append(Source(source, &columns))
    }
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
    self.init(source.held, &table)
    spec = source.json
  }

  private init(_ held: HeldData, _ table: inout ObjectTable<HeldColumn>) {
    slices = held.slices
    for (place, column) in held.columns.sorted(by: { $0.key < $1.key }) {
      columns[place.description] = table.place(of: column)
    }
    hasGrown = held.hasGrown
    timeZoneRules = held.zone?.rules
    today = held.today
    warnings = held.warnings
    for part in held.parts { parts.append(Self(part, &table)) }
  }
}

extension SessionDocument.ChartItem {
  /// - Parameter place: Gives the number of a spec.
  init(_ record: ChartRecord, place: (SpecSource) -> Int) {
    chart = record.chart.id
    spec = place(record.source)
    size = record.chart.size
    theme = record.chart.theme
    revision = record.revision
    state = record.moment.state
    undo = record.history.undoable.map { SessionDocument.StepItem($0, place: place) }
    redo = record.history.redoable.map { SessionDocument.StepItem($0, place: place) }
  }
}

extension SessionDocument.StepItem {
  fileprivate init(_ step: Step, place: (SpecSource) -> Int) {
    method = step.request.method
    params = step.request.params
    spec = place(step.moment.source)
    state = step.moment.state
  }
}
