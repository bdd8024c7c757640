import ChartModel

// A point more hardly ever leads to another warning: title, legend, value axes and limits are where they were while the
// values lie between the same ends, and what remains is whether the x axis, whose labels change, still has some.

extension CartesianLayout {
  /// What its warnings depend on; `nil` where that is more than the chart's basis tells.
  var warningBasis: WarningBasis? {
    // Where one label is written, all have room above and below: they stand on one line.
    guard !spec.x.style.showsLabels || !frame.x.labels.isEmpty else { return nil }
    return chart.warningBasis(view, canvas: canvas)
  }
}

extension CartesianChart {
  /// - Complexity: O(log *n*) for each series.
  func warningBasis(_ view: ChartState.View, canvas: Canvas) -> WarningBasis? {
    guard let design,
      !spec.x.style.showsLabels || canvas.size.width >= CartesianChart.widestLabel(spec, canvas.typeface)
    else {
      return nil
    }
    guard data.series.allSatisfy({ $0.spec.kind.markStyle.warnsByExtent(of: $0.points.count) }) else { return nil }
    return WarningBasis(
      design: design, view: view, canvas: withBands(canvas),
      extents: data.series.map { series in
        series.points.values.extrema(in: 0..<series.points.count).map { $0.min...$0.max }
      })
  }

  /// More than any number or moment takes at the x axis, in px: 30 digits, which have 0.56 em each, and nine other characters.
  private static func widestLabel(_ spec: CartesianSpec, _ typeface: Typeface) -> Double {
    47 * typeface.font(spec.x.style.labels.fontSize).width(of: "0")
  }

  /// What stays of a spec while it grows; `nil` where warnings may depend on more than on what stays and on how far the values
  /// reach.
  static func design(_ spec: CartesianSpec, _ data: PlotData) -> WarningBasis.Design? {
    guard !data.axis.isCategory, data.warnings.isEmpty,
      !spec.series.contains(where: { spec.stack(of: $0) != nil })
    else {
      return nil
    }
    // Whether anything of such a band is seen depends on where positions end, and whether labels hide marks on where these are.
    guard !spec.bands.contains(where: { $0.axis == .x || $0.label != nil }),
      !spec.limits.contains(where: { $0.label != nil })
    else { return nil }
    let labels = spec.x.style.labels
    // Turned labels take room off the plot by their length, and a template makes them as long as it likes.
    guard
      !spec.x.style.showsLabels
        || (labels.rotation == 0 && labels.format == nil && labels.selected.fontSize == nil)
    else { return nil }
    return WarningBasis.Design()
  }
}

extension AxisStyleSpec {
  /// Whether the axis is to have labels.
  fileprivate var showsLabels: Bool { isVisible && labels.isVisible && maxLabels != 0 }
}
