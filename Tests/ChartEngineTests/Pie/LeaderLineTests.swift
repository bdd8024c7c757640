import ChartModel
import Testing

@testable import ChartEngine

@Suite("P7 Lines to labels in charts of any size")
struct LeaderLineTests {
  private static let sizes = [(240.0, 160.0), (320, 200), (480, 300), (640, 360)].map { Size(width: $0, height: $1) }

  private func layout(
    _ slices: [(String, Double)], from start: Double = 0, title: String? = nil, legend: String? = nil, _ size: Size
  ) throws -> PieLayout {
    let slices = slices.map { "{\"label\": \"\($0)\", \"value\": \($1)}" }.joined(separator: ", ")
    let legend = legend.map { ", \"legend\": \"\($0)\"" } ?? ""
    let title = title.map { ", \"title\": \"\($0)\"" } ?? ""
    return try Pies.chart(
      "{\"kind\": \"pie\", \"startAngle\": \(start)\(title)\(legend), \"slices\": [\(slices)]}", size: size
    ).pie
  }

  @Test(
    "They cross neither the disc nor one another nor a text; who has no way is left out, which is told",
    arguments: 2...8)
  func thin(count: Int) throws {
    let names = ["Alpha", "Beta", "Gamma", "Delta", "Epsilon", "Zeta", "Eta", "Theta", "Iota", "Kappa"]
    let slices = zip(names, [600, 360] + Array(repeating: 8.0, count: count - 1) + [1]).map { ($0, $1) }
    var wrong = Mismatches()
    for size in LeaderLineTests.sizes {
      for start in stride(from: 0.0, to: 360, by: 15) {
        for title in [nil, "Thin neighbours"] {
          let layout = try layout(slices, from: start, title: title, size)
          let labels = layout.labels
          let lines = labels.leaders.map(\.line.points)
          let place = "\(count) from \(start) at \(size)"
          for (index, line) in lines.enumerated() {
            wrong.expect(!lines[(index + 1)...].contains { SegmentCrossing.cross($0, line) }, "lines cross: \(place)")
            for (from, to) in zip(line, line.dropFirst()) {
              let nearest =
                (0...40).map { step -> Double in
                  let share = Double(step) / 40
                  let point = Point(x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share)
                  return (point - layout.center).length
                }.min() ?? 0
              wrong.expect(nearest >= layout.radius - max(1, layout.radius / 50) - 1e-6, "over the disc: \(place)")
            }
          }
          let missing = layout.marks.count - labels.leaders.count
          wrong.expect(labels.dropped == missing, place)
          wrong.expect(layout.warnings.contains { $0.contains("left out") } == (missing > 0), place)
          // The great ones keep theirs.
          guard !labels.leaders.isEmpty else { continue }
          for index in 0...1 {
            wrong.expect(labels.leaders.contains { $0.path == [index] }, "\(index) is missing: \(place)")
          }
        }
      }
    }
    wrong.check()
  }

  private static let companies: [(String, Double)] = [
    ("Microsoft Corporation", 30), ("Alphabet Incorporated", 25), ("Meta Platforms", 20), ("Amazon", 15), ("Apple", 10),
  ]

  @Test("Beside a legend all labels say the same: names with shares where there is room for all, else shares")
  func alike() throws {
    for legend in ["top", "bottom", "left", "right"] {
      for width in stride(from: 240.0, through: 900, by: 60) {
        let layout = try layout(
          LeaderLineTests.companies, title: "Shares", legend: legend, Size(width: width, height: width * 0.6))
        guard layout.legend?.missing == nil, layout.legend != nil else { continue }
        let texts = layout.labels.leaders.map { $0.runs.map(\.text).joined() }
        let named = texts.count { !$0.hasPrefix("1") && !$0.hasPrefix("2") && !$0.hasPrefix("3") }
        #expect(named == 0 || named == texts.count, "\(texts) at \(width), \(legend)")
        #expect(!layout.labels.leaders.contains { $0.isShortened }, "\(texts) at \(width), \(legend)")
      }
    }
  }

  @Test("Beside a legend a small pie is as large as its shares let it be", arguments: ["left", "right"])
  func large(legend: String) throws {
    let layout = try layout(
      [("Transport", 25), ("Groceries", 30), ("Insurance", 15), ("Telephone", 10), ("Furniture", 20)],
      title: "Spending", legend: legend, Size(width: 320, height: 200))
    #expect(layout.radius >= 50)
    #expect(Set(layout.labels.leaders.map { $0.runs.map(\.text).joined() }) == ["25%", "30%", "15%", "10%", "20%"])
  }
}
