import ChartEngine
import JSONModel

/// Where keys lead in a page: to the marks that they lead to in the live chart, which is asked for each of them.
struct PageWalk {
  /// The marks, by their places in the list.
  private let ways: [[Int?]]
  /// The same where nothing is selected, in each of several charts in the order in which the list has their marks.
  private let starts: [[Int?]]

  /// The most marks of which a page tells it: of more, which nobody walks through one by one, keys follow their order.
  static let mostMarks = 1_000

  /// - Parameters:
  ///   - paths: The page's marks.
  ///   - isCancelled: Whether nobody wants it any more.
  /// - Complexity: O(*n*) steps in the number of marks, for which the chart is laid out once.
  init?(_ chart: Chart, among paths: [[Int]], unless isCancelled: () -> Bool) {
    guard !paths.isEmpty, paths.count <= PageWalk.mostMarks else { return nil }
    var steps = PageSteps(of: chart, among: paths)
    var ways: [[Int?]] = []
    for path in paths {
      guard !isCancelled() else { return nil }
      ways.append(steps.ways(from: path))
    }
    self.ways = ways
    // A key that goes from chart to chart does nothing where there is one.
    var turned = chart
    _ = turned.apply(.highlight(path: nil, notify: false))
    _ = turned.apply(.key(.pageDown))
    let hasParts = turned.state.view.selection != nil
    let firsts = hasParts ? paths.indices.filter { $0 == 0 || paths[$0].first != paths[$0 - 1].first } : [0]
    starts = firsts.map { steps.starts(beside: paths[$0]) }
  }

  /// `{ways, starts}`; −1 for where a key leads nowhere.
  var json: JSON {
    func list(_ ways: [[Int?]]) -> JSON { .array(ways.map { .array($0.map { .integer($0 ?? -1) }) }) }
    return ["ways": list(ways), "starts": list(starts)]
  }
}
