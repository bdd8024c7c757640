import ChartEngine

/// The steps that keys make in a chart, each from one mark to another: made on one layout.
struct PageSteps {
  private let chart: Chart
  private let layout: any ChartLayout
  /// The page's marks, by their places in its list.
  private let places: [[Int]: Int]
  /// Where steps from marks have led that were passed over.
  private var known: [Step: [Int]?] = [:]

  private struct Step: Hashable {
    var path: [Int]
    var key: Key
  }

  /// As the page's script has them.
  private static let keys: [Key] = [.right, .left, .down, .up, .home, .end]

  /// How many marks in a row are passed over at most.
  private static let mostSteps = 16

  init(of chart: Chart, among paths: [[Int]]) {
    self.chart = chart
    layout = chart.layout()
    places = Dictionary(zip(paths, paths.indices), uniquingKeysWith: { first, _ in first })
  }

  /// Where the keys lead from a mark; `nil` where one leads nowhere.
  mutating func ways(from path: [Int]) -> [Int?] { ways(in: selecting(path)) }

  /// Where they lead with nothing selected, in the chart in which a mark is.
  mutating func starts(beside path: [Int]) -> [Int?] {
    var chart = selecting(path)
    _ = chart.apply(.highlight(path: nil, notify: false), knowing: layout)
    return ways(in: chart)
  }

  private mutating func ways(in chart: Chart) -> [Int?] {
    PageSteps.keys.map { key in end(step(key, in: chart), of: key) }
  }

  /// The first mark of the page on the way on. Of a mark without a marker nothing is told: it is passed over.
  private mutating func end(_ path: [Int]?, of key: Key) -> Int? {
    var path = path
    for _ in 1..<PageSteps.mostSteps {
      guard let current = path, places[current] == nil else { break }
      path = step(key, from: current)
    }
    return path.flatMap { places[$0] }
  }

  private func selecting(_ path: [Int]) -> Chart {
    var chart = chart
    _ = chart.apply(.highlight(path: path, notify: false), knowing: layout)
    return chart
  }

  private mutating func step(_ key: Key, from path: [Int]) -> [Int]? {
    let step = Step(path: path, key: key)
    if let known = known[step] { return known }
    let end = self.step(key, in: selecting(path))
    known.updateValue(end, forKey: step)
    return end
  }

  /// What a key selects; `nil` if it changes nothing.
  private func step(_ key: Key, in chart: Chart) -> [Int]? {
    var chart = chart
    let before = chart.state.view.selection
    _ = chart.apply(.key(key), knowing: layout)
    let after = chart.state.view.selection
    return after == before ? nil : after
  }
}
