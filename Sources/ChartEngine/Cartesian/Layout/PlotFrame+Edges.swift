import ChartModel

/// What is drawn larger than a point stands within the ends of the axes, so that none of it is cut or lies on a label.
extension PlotFrame {
  /// How far entries may reach over the plot's edge, in px: less than labels are away from it.
  private static let overhang = 5.0

  /// How far entries may reach over the edges of a plot that is so far from those of the picture.
  static func free(before: Double, after: Double) -> Overhang {
    Overhang(before: min(max(before, 0), overhang), after: min(max(after, 0), overhang))
  }
}

extension CartesianChart {
  /// For each series that is seen and drawn larger than a point: its first and last positions.
  /// - Complexity: O(log *n*) in the number of points.
  func edgeEntries(hidden: [Bool], in canvas: Canvas) -> [EdgeEntries] {
    reachingSeries(hidden, in: canvas).compactMap { series, reach in
      // What is beyond the author's ends isn't drawn at all.
      let positions = series.points.positions
      let (first, end) = (positions.lowerBound(of: span.lower), positions.upperBound(of: span.upper))
      guard first < end else { return nil }
      return EdgeEntries(first: positions[first], last: positions[end - 1], reach: reach)
    }
  }

  /// For each series that is seen, measured by an axis and drawn larger than a point: its least and greatest values.
  /// - Parameters:
  ///   - isFilled: Whether bars or areas stand on the axis' 0, which so has to stay at its end.
  ///   - domain: What the axis shows, in coordinates.
  func edgeEntries(
    of side: SeriesSpec.AxisSide, hidden: [Bool], isFilled: Bool, in domain: Domain, on canvas: Canvas
  ) -> [EdgeEntries] {
    let transform = spec.valueTransform(side)
    return reachingSeries(hidden, in: canvas).compactMap { series, reach in
      guard series.spec.axis == side else { return nil }
      let values = series.points.values
      guard let extrema = values.extrema(in: 0..<values.count) else { return nil }
      let standsBelow = isFilled && (transform == .log || domain.lower >= 0)
      let hangsAbove = isFilled && transform == .linear && domain.upper <= 0
      return EdgeEntries(
        first: extrema.min >= domain.lower && !standsBelow ? extrema.min : nil,
        last: extrema.max <= domain.upper && !hangsAbove ? extrema.max : nil, reach: reach)
    }
  }

  private func reachingSeries(_ hidden: [Bool], in canvas: Canvas) -> [(series: PlotSeries, reach: Double)] {
    data.series.compactMap { series in
      let reach = series.spec.kind.markStyle.fitted(to: canvas.scaleOfMarks).reach
      return reach > 0 && !hidden[series.index] ? (series, reach) : nil
    }
  }
}
