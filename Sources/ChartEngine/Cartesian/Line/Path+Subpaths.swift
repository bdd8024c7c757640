extension Path {
  /// The outline of several pieces, one after the other.
  init(_ subpaths: some Collection<Subpath>) {
    self.init()
    reserve(subpaths.reduce(0) { $0 + $1.segments.count + 2 })
    for subpath in subpaths { append(subpath) }
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
