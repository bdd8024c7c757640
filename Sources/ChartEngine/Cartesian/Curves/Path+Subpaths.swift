import ChartModel

extension Path {
  /// The outline of several pieces, one after the other.
  init(_ subpaths: some Collection<Subpath>) {
    self.init()
    reserve(subpaths.reduce(0) { $0 + $1.segments.count + 2 })
    for subpath in subpaths { append(subpath) }
  }

  /// Straight lines from point to point, run after run; a lone point is a line of no length (L13).
  init(straightThrough runs: PointRuns) {
    self.init()
    reserve(runs.points.count + 2 * runs.count)
    for run in runs {
      guard let first = run.first else { continue }
      move(to: first)
      if run.count == 1 { line(to: first) }
      for point in run.dropFirst() { line(to: point) }
    }
  }

  init(_ subpath: Subpath) { self.init(CollectionOfOne(subpath)) }

  private mutating func append(_ subpath: Subpath) {
    move(to: subpath.start)
    for segment in subpath.segments {
      switch segment {
      case .line(let end): line(to: end)
      case .curve(let control1, let control2, let end): curve(control1: control1, control2: control2, to: end)
      }
    }
    if subpath.isClosed { close() }
  }
}
