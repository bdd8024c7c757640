import ChartEngine
import JSONModel

/// Where keys lead in a page: to the marks that they lead to in the live chart, which is asked for each of them.
struct PageWalk {
  /// The marks, by their places in the list.
  private let ways: [[Int?]]
  /// The same where nothing is selected, in each of several charts in the order in which the list has their marks.
  private let starts: [[Int?]]

  /// As the page's script has them.
  private static let keys: [Key] = [.right, .left, .down, .up, .home, .end]

  /// The most marks of which a page tells it: of more, which nobody walks through one by one, keys follow their order.
  static let mostMarks = 1_000

  /// How many marks in a row are passed over at most.
  private static let mostSteps = 16

  /// - Parameter paths: The page's marks.
  /// - Complexity: O(*n* *m*) in the number of marks and in what it takes to lay the chart out.
  init?(_ chart: Chart, among paths: [[Int]]) {
    guard !paths.isEmpty, paths.count <= PageWalk.mostMarks else { return nil }
    let places = Dictionary(zip(paths, paths.indices), uniquingKeysWith: { first, _ in first })
    func ways(from chart: Chart) -> [Int?] {
      // Laying out is what takes the time, and all keys begin here.
      let layout = chart.layout()
      return PageWalk.keys.map { key in
        var (chart, layout) = (chart, Optional(layout))
        // Of a mark without a marker nothing is told: it is passed over.
        for _ in 0..<PageWalk.mostSteps {
          let before = chart.state.view.selection
          _ = chart.apply(.key(key), knowing: layout)
          layout = nil
          guard let selection = chart.state.view.selection, selection != before else { return nil }
          if let place = places[selection] { return place }
        }
        return nil
      }
    }
    let whole = chart.layout()
    func selecting(_ path: [Int]) -> Chart {
      var chart = chart
      _ = chart.apply(.highlight(path: path, notify: false), knowing: whole)
      return chart
    }
    self.ways = paths.map { ways(from: selecting($0)) }
    // A key that goes from chart to chart does nothing where there is one.
    var turned = chart
    _ = turned.apply(.highlight(path: nil, notify: false))
    _ = turned.apply(.key(.pageDown))
    let hasParts = turned.state.view.selection != nil
    let firsts = hasParts ? paths.indices.filter { $0 == 0 || paths[$0].first != paths[$0 - 1].first } : [0]
    starts = firsts.map { place in
      var chart = selecting(paths[place])
      _ = chart.apply(.highlight(path: nil, notify: false))
      return ways(from: chart)
    }
  }

  /// `{ways, starts}`; −1 for where a key leads nowhere.
  var json: JSON {
    func list(_ ways: [[Int?]]) -> JSON { .array(ways.map { .array($0.map { .integer($0 ?? -1) }) }) }
    return ["ways": list(ways), "starts": list(starts)]
  }
}
