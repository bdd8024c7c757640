import ChartData
import ChartEngine
import ChartModel
import JSONModel
import OrderedCollections

extension CartesianSpec: SourcedSpec {
  func heldData(
    from reader: SpecReader, _ buffers: RequestBuffers, keeping previous: HeldData
  ) throws(InvalidValue) -> HeldData {
    var held = HeldData()
    held.columns = try buffers.columns(of: self)
    held.zone = try reader.zone(of: x, keeping: previous.zone)
    if let days = x.lastDays, days.before == nil {
      var axis = x
      axis.timeZoneRules = held.zone?.rules
      held.today = axis.date(at: reader.data.outside.now(reader.now) * 1000)
    }
    guard let data else { return held }
    if previous.hasGrown {
      // What was added is in no file.
      _ = try data.columns.map { _ throws(InvalidValue) in try buffers.table(of: data, from: reader, into: &held) }
      for (place, column) in previous.columns where place.isInFile { held.columns[place] = column }
      (held.hasGrown, held.warnings) = (true, previous.warnings)
    } else {
      var plot = self
      plot.x.timeZoneRules = held.zone?.rules
      if !buffers.hasTable, let lines = try reader.data.lines(of: plot, data) {
        try held.take(lines, unless: reader.data.isCancelled)
        return held
      }
      let columns = ColumnReader(plot, data)
      let table = try buffers.table(
        of: data, from: reader, columns: columns.used, zone: plot.x.zone, into: &held)
      let read = try columns.read(from: reader.data, or: table)
      held.columns.merge(read.columns) { $1 }
      if data.columns == nil, let table { held.tellMoments(data, table) }
      held.warnings = try read.warnings + unknownPlaceholders(besides: read.columns[.notes])
    }
    return held
  }

  func complete(_ held: inout HeldData, from stored: StoredData) throws(InvalidValue) {
    guard data == nil || held.columns.keys.contains(where: \.isInFile) else {
      throw StoredData.missing("columns")
    }
    held.zone = try stored.zone(of: x)
    held.today = try stored.today(of: x)
  }

  var columns: [ColumnSpec] { [x.values] + series.flatMap { [$0.values] + ($0.positions.map { [$0] } ?? []) } }

  func filled(with held: HeldData) throws(InvalidValue) -> CartesianSpec {
    var spec = self
    var scale = x.scale
    var dated: [Int] = []
    try spec.replaceColumns { path, column throws(InvalidValue) in
      guard case .buffer(let number, _) = column else { return column }
      guard let held = held.columns[.buffer(number)] else {
        throw InvalidValue("there is no buffer \(number)", at: JSONPath(path.components + [.key("buffer")]))
      }
      if column.isTime, path.isOfPositions, scale == nil { scale = .time }
      if column.isTime, path.isOfValues, let index = path.seriesIndex { dated.append(index) }
      return path.isOfValues ? held.entries : held.entries.settled
    }
    spec.x.scale = scale
    for index in dated { spec.measureMoments(ofSeries: index) }
    spec.fillFromFile(held)
    spec.x.timeZoneRules = held.zone?.rules
    if spec.x.lastDays != nil, spec.x.lastDays?.before == nil { spec.x.lastDays?.before = held.today }
    return spec.readingMoments
  }

  private mutating func fillFromFile(_ held: HeldData) {
    if let by = seriesBy, let names = held.columns[.seriesNames] {
      series = names.entries.entries.prefix(SeriesSpec.maximumCount).map { by.series(named: $0.label) }
    }
    let isCounted = kind.style?.init().needsValues == false
    if series.isEmpty,
      held.columns[.values(series: 0)] != nil || held.columns[.valueMoments(series: 0)] != nil
        || (isCounted && data?.x != nil)
    {
      series = [fileSeries]
    }
    if let positions = held.columns[.positions] {
      x.values = positions.entries.settled
      if x.scale == nil, let name = data?.x, data?.columns?[name]?.isTime == true { x.scale = .time }
    }
    if let moments = held.columns[.moments] {
      x.values = moments.entries.settled
      if x.scale == nil { x.scale = .time }
    }
    for index in series.indices {
      if let values = held.columns[.values(series: index)] { series[index].values = values.entries }
      if let moments = held.columns[.valueMoments(series: index)] {
        series[index].values = moments.entries
        measureMoments(ofSeries: index)
      }
      if let positions = held.columns[.ownPositions(series: index)] {
        series[index].positions = positions.entries.settled
      } else if let moments = held.columns[.ownMoments(series: index)] {
        series[index].positions = moments.entries.settled
        if x.scale == nil { x.scale = .time }
      }
      if let rows = held.columns[.heldRows(series: index)], case .numbers(let numbers) = rows.entries {
        series[index].held = HeldRows(numbers: numbers)
        if x.scale == nil { x.scale = .linear }
      }
      for channel in series[index].kind.style.channels {
        guard let values = held.columns[.channel(series: index, name: channel.name)] else { continue }
        series[index].fill(channel: channel.name, with: values.entries.settled)
      }
    }
    if data?.transform.isEmpty == false { common.format.areComputed = true }
    fill(placeholders: held.columns[.notes])
    (data, seriesBy) = (nil, nil)
  }

  /// Says that the values of a series are moments, unless its axis is of something else.
  private mutating func measureMoments(ofSeries index: Int) {
    guard series.indices.contains(index) else { return }
    let side = series[index].axis
    guard valueAxis(of: series[index]).mayMeasureMoments,
      (try? checkMoments(along: side)) != nil
    else { return }
    if side == .left { y.scale = .time } else { right.scale = .time }
  }

  /// The only series of a chart that has none but a file.
  private var fileSeries: SeriesSpec {
    SeriesSpec(kind.style?.init().kind ?? .line(LineStyleSpec()), name: data?.y ?? "")
  }

  /// Puts other columns in the places of all that the spec has.
  /// - Parameter body: Gets the path of a column inside the spec, and gives what is to be there.
  mutating func replaceColumns(
    _ body: (JSONPath, ColumnSpec) throws(InvalidValue) -> ColumnSpec
  ) throws(InvalidValue) {
    x.values = try body(JSONPath([.key("x"), .key("values")]), x.values)
    for index in series.indices {
      let place: [JSONPath.Component] = [.key("series"), .index(index)]
      series[index].values = try body(JSONPath(place + [.key("values")]), series[index].values)
      if let positions = series[index].positions {
        series[index].positions = try body(JSONPath(place + [.key("x")]), positions)
      }
      for channel in series[index].kind.style.channels {
        let path = JSONPath(place + channel.path + [.key("values")])
        series[index].fill(channel: channel.name, with: try body(path, channel.values))
      }
    }
  }
}

extension JSONPath {
  /// Whether it leads to the values of a series, of which the engine takes each for what it is when it is looked at. Of all else
  /// it relies on what it has found out once.
  fileprivate var isOfValues: Bool {
    components.count == 3 && components.first == .key("series") && components.last == .key("values")
  }

  /// The index of the series that it leads into.
  fileprivate var seriesIndex: Int? {
    if components.count > 1, case .index(let index) = components[1] { index } else { nil }
  }

  /// Whether it leads to positions: `x.values`, `series[0].x`.
  fileprivate var isOfPositions: Bool { components.first == .key("x") || components.last == .key("x") }
}
