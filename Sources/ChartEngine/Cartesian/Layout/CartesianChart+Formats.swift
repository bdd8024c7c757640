import ChartModel

// Formats of numbers, and where there are none: names and moments have no use for them, and nobody would see why.

extension CartesianSpec {
  /// How the values along an axis are written.
  func valueFormat(on side: SeriesSpec.AxisSide) -> FormatSpec { common.format.ofValues(as: axis(on: side).format) }

  /// The same, if the axis says so itself.
  func ownFormat(on side: SeriesSpec.AxisSide) -> NumberFormat? {
    axis(on: side).format.map { _ in NumberFormat(valueFormat(on: side)) }
  }

  private func axis(on side: SeriesSpec.AxisSide) -> ValueAxisSpec { side == .left ? y : right }
}

extension CartesianChart {
  /// Where the spec has such formats, and what is to be done about each.
  var positionFormatWarnings: [String] {
    guard data.axis.isCategory || data.axis.zone != nil else { return [] }
    var formats = spec.x.format == nil ? [] : ["x.format:"]
    formats += templates.compactMap { place, text in
      Placeholders.names(in: text).first { $0.name == "x" && $0.format != nil }
        .map { "\(place): the format of {x:\($0.format?.prefix(40) ?? "")}" }
    }
    guard !formats.isEmpty else { return [] }
    let reason =
      data.axis.zone != nil || PlotDataReader.scale(of: spec) == .time
      ? "has no effect on moments: `x.tickLabels.format` says how these are written, such as `MM-dd`"
      : "has no effect on names: leave it out, or make them numbers with `x.scale: linear`"
    return formats.map { "\($0) \(reason)" }
  }

  /// The same of the value axes.
  var valueFormatWarnings: [String] {
    [("y", spec.y), ("right", spec.right)].compactMap { name, axis in
      guard axis.format != nil else { return nil }
      switch axis.scale {
      case .linear, .log: return nil
      case .category: return "\(name).format: has no effect on names: leave it out"
      case .time:
        return
          "\(name).format: has no effect on moments: `\(name).tickLabels.format` says how these are written, such as `MM-dd`"
      }
    }
  }

  /// What authors say of entries, with its places in the spec.
  private var templates: [(place: String, text: String)] {
    var all = [("marker.text", spec.marker.runs.map(\.text).joined()), ("popups.text", spec.popups.text ?? "")]
    for (index, series) in spec.series.enumerated() {
      let place = "series[\(index)]"
      switch series.kind {
      case .bar(let style): all.append(("\(place).labels.text", style.labels.text))
      case .histogram(let style): all.append(("\(place).labels.text", style.labels.text))
      case .waterfall(let style): all.append(("\(place).labels.text", style.labels.text))
      case .bullet(let style): all.append(("\(place).labels.text", style.labels.text))
      case .heatmap(let style): all.append(("\(place).labels.text", style.labels.text))
      case .line(let style): all.append(("\(place).endBubble.text", style.endBubble?.text ?? ""))
      case .scatter, .candlestick, .box: break
      }
      // Of very many the first ones tell.
      all += series.markers.prefix(100).enumerated().map {
        ("\(place).markers[\($0.offset)]", $0.element.map(\.text).joined())
      }
    }
    return all
  }
}
