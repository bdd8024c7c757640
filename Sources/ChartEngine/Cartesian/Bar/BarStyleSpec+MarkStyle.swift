import ChartModel

extension BarStyleSpec: MarkStyle {
  func legendColor(_ palette: [Color], on surface: Surface) -> Color? { colors.first ?? gradient.first?.color }
  var isFilled: Bool { true }

  static func prepare(_ spec: inout CartesianSpec) {
    for index in spec.series.indices {
      guard case .bar(var style) = spec.series[index].kind, style.labels.isPlaceOpen else { continue }
      let own = spec.series[index]
      let isStacked = spec.stack(of: own).map { stack in
        spec.series.indices.contains { other in
          other != index && spec.stack(of: spec.series[other]) == stack && spec.series[other].axis == own.axis
            && spec.series[other].kind.style.standsInSlots
        }
      }
      guard isStacked == true else { continue }
      style.labels.position = .inside
      spec.series[index].kind = style.kind
    }
  }

  func extent(
    of series: PlotSeries, _ values: ClosedRange<Double>?, _ stacks: Stacks, on transform: AxisTransform
  ) -> ClosedRange<Double>? {
    guard let ends = stacks.extent(of: series.index) else { return values }
    // On a log axis bars can't begin at 0: there the least value says how far down it has to go.
    guard transform == .log else { return ends }
    return values.map { $0.lowerBound...max($0.upperBound, ends.upperBound) }
  }

  /// From a base of its own to its value.
  func spans(of series: PlotSeries) -> [Stacks.Span]? {
    guard case .numbers(let numbers)? = base?.values else { return nil }
    return (0..<series.points.count).map { point in
      let index = series.specIndex(of: point)
      return Stacks.Span(base: numbers.indices.contains(index) ? numbers[index] : .nan, end: series.value(at: point))
    }
  }

  func warnings(of series: PlotSeries) -> [String] {
    guard series.spec.positions != nil, stack != nil else { return channelWarnings(of: series) }
    return channelWarnings(of: series) + [
      "series[\(series.index)].stack: only bars at the axis's own positions stand on one another"
    ]
  }

  func mark(_ series: PlotSeries, on stage: PlotStage) -> any SeriesMark { BarMark(series, self, on: stage) }
}
