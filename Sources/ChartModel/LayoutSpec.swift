public import JSONModel

/// Several charts in one picture, in rows and columns.
public struct LayoutSpec: Hashable, Sendable {
  /// What the whole has: its title and size, and the looks that its charts have unless they have their own.
  public var common = CommonSpec()
  /// From the left to the right, row by row.
  public var charts: [ChartSpec] = []
  /// How many stand side by side; as many as suits the picture if not given.
  public var columns: Int?
  /// Between two charts, in px, besides the margins that each has.
  public var gap = 8.0
  /// How wide columns are in proportion to one another, and how high rows; 1 for those that are left out.
  public var widths: [Double] = []
  public var heights: [Double] = []

  public init() {}

  public init(charts: [ChartSpec], columns: Int? = nil) {
    (self.charts, self.columns) = (charts, columns)
  }

  /// So many charts are in one picture at most.
  public static let maximumCount = 100
}

/// A kind whose charts are made of charts.
package protocol CompositeSpec: KindSpec {
  /// As many as there are, whatever is done to them.
  var parts: [ChartSpec] { get set }
}

// MARK: - How requests name marks

extension LayoutSpec: CompositeSpec {
  package var parts: [ChartSpec] {
    get { charts }
    set { charts = newValue }
  }
}

extension LayoutSpec: KindSpec {
  public var kindName: String { "layout" }
  public var weight: Int {
    charts.reduce(0) { sum, chart in
      let (next, isTooMuch) = sum.addingReportingOverflow(chart.content.weight)
      return isTooMuch ? .max : next
    }
  }
  /// Those of all charts, in their order.
  public var legendLabels: [String] { charts.flatMap(\.content.legendLabels) }

  /// The index of a chart, then what leads to the mark in it.
  public func path(of mark: MarkAddress) throws(InvalidValue) -> [Int]? {
    try PartAddress.path(of: mark, in: charts, called: "chart")
  }

  public func address(of path: [Int]) -> MarkAddress { PartAddress.address(of: path, in: charts) }

  public func check(selection path: [Int]) throws(InvalidValue) {
    try PartAddress.check(path, in: charts, called: "chart")
  }
}

/// How marks are named in charts that are parts of another: by the index of the part, then what leads to the mark in it.
package enum PartAddress {
  /// - Parameter name: What a part is called: `chart`.
  /// - Throws: ``InvalidValue`` at the member of the address that names no mark.
  package static func path(
    of mark: MarkAddress, in parts: [ChartSpec], called name: String
  ) throws(InvalidValue) -> [Int]? {
    guard let path = mark.path else {
      if mark.index == .null { return nil }
      throw InvalidValue(
        "is required: the \(name)'s index, then what leads to the mark in it, such as [0, 0, 2]", at: .key("path"))
    }
    do throws(InvalidValue) {
      try check(path, in: parts, called: name)
    } catch {
      throw error.prefixed(by: .key("path"))
    }
    return path
  }

  package static func address(of path: [Int], in parts: [ChartSpec]) -> MarkAddress {
    guard let first = path.first, parts.indices.contains(first), path.count > 1 else { return MarkAddress(path: path) }
    var address = parts[first].content.address(of: Array(path.dropFirst()))
    address.path = path
    return address
  }

  /// - Throws: ``InvalidValue`` at the index that leads nowhere.
  package static func check(_ path: [Int], in parts: [ChartSpec], called name: String) throws(InvalidValue) {
    guard let first = path.first else { throw InvalidValue("expected the index of a \(name)") }
    guard parts.indices.contains(first) else {
      let allowed = parts.isEmpty ? "there are no \(name)s" : "expected a \(name) from 0 to \(parts.count - 1)"
      throw InvalidValue("\(allowed), got \(first)", at: JSONPath([.index(0)]))
    }
    guard path.count > 1 else { throw InvalidValue("names a \(name): what leads to a mark in it is missing") }
    do throws(InvalidValue) {
      try parts[first].content.check(selection: Array(path.dropFirst()))
    } catch {
      guard case .index(let index)? = error.path.components.first else { throw error }
      throw InvalidValue(error.reason, at: JSONPath([.index(index + 1)]))
    }
  }
}
