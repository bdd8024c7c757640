public import JSONModel

// How requests name slices.

extension SlicedSpec {
  /// - Complexity: O(*n*) in the number of slices.
  public var weight: Int { slices.reduce(0) { $0 + $1.weight } }

  /// The slices of the innermost ring.
  public var legendLabels: [String] { slices.map(\.label) }

  public func path(of mark: MarkAddress) throws(InvalidValue) -> [Int]? {
    let path: [Int]
    switch (mark.path, mark.index) {
    case (let given?, .missing) where mark.series == nil:
      path = given
      try check(path)
    case (nil, .at(let index)):
      path = try self.path(series: mark.series ?? 0, index: index)
    case (nil, .null):
      return nil
    case (nil, .missing):
      throw InvalidValue("is required: the index of a slice", at: .key("index"))
    case (.some, _):
      throw InvalidValue("give either `path` or `index` and `series`", at: .key("path"))
    }
    return path
  }

  public func address(of path: [Int]) -> MarkAddress {
    MarkAddress(index: path.last.map(MarkAddress.Index.at) ?? .missing, series: path.count - 1, path: path)
  }

  public func check(selection path: [Int]) throws(InvalidValue) {
    do {
      try check(path)
    } catch {
      throw InvalidValue(error.reason, at: JSONPath(Array(error.path.components.dropFirst())))
    }
  }

  /// The slices around one; those of the innermost ring for the empty path, `nil` where there is no such slice.
  private func slices(at path: ArraySlice<Int>) -> [SliceSpec]? {
    var level = slices
    for index in path {
      guard level.indices.contains(index) else { return nil }
      level = level[index].children
    }
    return level
  }

  private func check(_ path: [Int]) throws(InvalidValue) {
    for (depth, index) in path.enumerated() {
      let siblings = slices(at: path[..<depth]) ?? []
      guard siblings.indices.contains(index) else {
        throw InvalidValue(
          Self.expectation(of: index, count: siblings.count), at: JSONPath([.key("path"), .index(depth)]))
      }
    }
  }

  /// A slice by its ring and its index there. In an outer ring several slices have the same index, each among its own
  /// siblings, so there it has to be the only one.
  private func path(series: Int, index: Int) throws(InvalidValue) -> [Int] {
    var paths: [[Int]] = [[]]
    for _ in 0..<max(series, 0) {
      paths = paths.flatMap { path in (slices(at: path[...]) ?? []).indices.map { path + [$0] } }
      guard !paths.isEmpty else { break }
    }
    let counts = paths.map { slices(at: $0[...])?.count ?? 0 }
    let largest = counts.max() ?? 0
    guard series == 0 || series > 0 && largest > 0 else {
      throw InvalidValue("expected a \(Self.levelName) from 0 to \(ringCount - 1), got \(series)", at: .key("series"))
    }
    let found = zip(paths, counts).filter { (0..<$0.1).contains(index) }.map { $0.0 + [index] }
    guard let first = found.first else {
      throw InvalidValue(Self.expectation(of: index, count: largest), at: .key("index"))
    }
    guard found.count == 1 else {
      throw InvalidValue(
        "\(found.count) slices of \(Self.levelName) \(series) have the index \(index); say which with `path`, such as \(first)",
        at: .key("index"))
    }
    return first
  }

  private var ringCount: Int {
    func depth(_ slices: [SliceSpec]) -> Int { (slices.map { depth($0.children) }.max() ?? -1) + 1 }
    return max(1, depth(slices))
  }

  private static func expectation(of index: Int, count: Int) -> String {
    count == 0
      ? "there are no slices, got \(index)" : "expected an index from 0 to \(count - 1), got \(index)"
  }
}

extension SliceSpec {
  /// A slice has arcs and a label: it takes as long as four bars.
  fileprivate var weight: Int { children.reduce(4) { $0 + $1.weight } }
}
