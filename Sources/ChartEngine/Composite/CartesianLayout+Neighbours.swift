import ChartModel

/// What a plot has to have in common with those beside it.
extension CartesianLayout {
  /// How far the numbers above and below a horizontal plot reach over its left and its right edge, in px, where each stands in the
  /// middle of its tick.
  var reachOfNumbers: (before: Double, after: Double) {
    guard space.isTurned else { return (0, 0) }
    let plot = space.picture(self.plot)
    return [frame.left, frame.right].filter { $0.isVisible && $0.names == nil && $0.spec.style.labels.rotation == 0 }
      .flatMap { $0.labels(plot: self.plot, in: space) }
      .reduce((before: 0, after: 0)) { reach, label in
        let middle = space.picture(Point(x: 0, y: label.tick)).x
        return (
          max(reach.before, plot.minX - middle + label.width / 2),
          max(reach.after, middle + label.width / 2 - plot.maxX)
        )
      }
  }

  /// How far the names below the plot are turned, in degrees; `nil` where there are none.
  var turnOfNames: Double? {
    guard !space.isTurned, chart.data.axis.isCategory else { return nil }
    return frame.x.labels.first.map { abs($0.rotation) }
  }
}
