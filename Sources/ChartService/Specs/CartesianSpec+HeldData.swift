import ChartData
import ChartEngine
import ChartModel
import JSONModel

extension CartesianSpec {
  /// The spec with the data that are not in its JSON.
  /// - Throws: ``InvalidValue`` with the path inside the spec of what has no data.
  func filled(with held: HeldData) throws(InvalidValue) -> CartesianSpec {
    var spec = self
    try spec.replaceColumns { path, column throws(InvalidValue) in
      guard case .buffer(let number, _) = column else { return column }
      guard let held = held.columns[.buffer(number)] else {
        throw InvalidValue("there is no buffer \(number)", at: JSONPath(path.components + [.key("buffer")]))
      }
      return held.entries
    }
    spec.fillFromFile(held)
    spec.x.timeZoneRules = held.zone?.rules
    if spec.x.lastDays != nil, spec.x.lastDays?.before == nil { spec.x.lastDays?.before = held.today }
    return spec.readingMoments
  }

  private mutating func fillFromFile(_ held: HeldData) {
    if series.isEmpty, held.columns[.values(series: 0)] != nil { series = [fileSeries] }
    if let positions = held.columns[.positions] { x.values = positions.entries }
    for index in series.indices {
      if let values = held.columns[.values(series: index)] { series[index].values = values.entries }
      for channel in series[index].kind.style.channels {
        guard let values = held.columns[.channel(series: index, name: channel.name)] else { continue }
        series[index].fill(channel: channel.name, with: values.entries)
      }
    }
    data = nil
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
        let path = JSONPath(place + [.key(channel.name), .key("values")])
        series[index].fill(channel: channel.name, with: try body(path, channel.values))
      }
    }
  }
}
