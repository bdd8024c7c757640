public import JSONModel

/// What the author of a chart of one kind writes: a folder of ``ChartModel`` each, or a type of somebody else's package.
///
/// A spec says what a chart is; the engine's side of it, which draws it, is what the spec's conformance to ChartEngine's
/// `DrawableSpec` makes. What is asked of a spec here is what everything else must know of a chart without knowing its
/// kind: how requests name its marks, and what its legend says.
public protocol KindSpec: Hashable, Sendable {
  /// The kind's name, as the spec's `kind` gives it: `pie`.
  var kindName: String { get }
  /// What charts of all kinds have in common: title, size, colours, legend, animation.
  var common: CommonSpec { get set }
  /// Where the data comes from if it is not in the spec itself; `nil` for kinds that read no files.
  var data: DataSpec? { get }
  /// About how many bars take as long to draw as its marks, each counted by how long its outline and its label are: charts of
  /// more than some thousands are not drawn where others would have to wait.
  var weight: Int { get }
  /// What the entries of the legend say, in the order in which requests number them.
  var legendLabels: [String] { get }
  /// Which of the charts that it is linked with show only the rows of what is selected in it.
  var linkFilter: LinkFilter { get }

  /// The path of indices that leads to a mark: what selections and hits of the kind hold.
  /// - Returns: `nil` if the address asks for no mark.
  /// - Throws: ``InvalidValue`` at the member of the address that names no mark (`index`, `series`, `path[1]`), with what is
  ///   allowed there.
  func path(of mark: MarkAddress) throws(InvalidValue) -> [Int]?

  /// How clients name the mark that a path leads to.
  /// - Parameter path: At least one index.
  func address(of path: [Int]) -> MarkAddress

  /// Checks that a path leads to a mark of the spec, as one in a stored document must.
  /// - Throws: ``InvalidValue`` at the index that leads nowhere, counted from the path's beginning.
  func check(selection path: [Int]) throws(InvalidValue)
}

extension KindSpec {
  public var data: DataSpec? { nil }
  public var weight: Int { 0 }
  public var legendLabels: [String] { [] }
  public var linkFilter: LinkFilter { common.select.filter }
}
