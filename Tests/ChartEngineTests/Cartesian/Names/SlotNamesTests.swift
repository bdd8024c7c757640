import ChartModel
import JSONModel
import Testing

@testable import ChartEngine

@Suite("W4 Names of slots are all there, and can be told apart")
struct SlotNamesTests {
  private static let long = "Department of Agriculture and Rural Development of the Federal Republic"

  private func layout(_ names: [String], _ size: Size, _ more: String = "") throws -> CartesianLayout {
    let texts = names.map { JSON($0).text }.joined(separator: ", ")
    let values = names.indices.map { String($0 + 1) }.joined(separator: ", ")
    return try Plots.chart(
      "{\"kind\": \"bar\"\(more), \"x\": {\"labels\": [\(texts)]}, \"series\": [{\"values\": [\(values)]}]}", size: size
    ).plot
  }

  @Test("A name that is too long for its slot takes away no other one", arguments: [[0, 1], [1, 0]])
  func longAmongShort(order: [Int]) throws {
    let names = order.map { [SlotNamesTests.long, "b"][$0] }
    for size in [Size(width: 480, height: 300), Size(width: 320, height: 200)] {
      let layout = try layout(names, size)
      let labels = layout.frame.x.labels
      #expect(labels.map(\.words).map { $0.prefix(1) } == names.map { $0.prefix(1) })
      // Neither is under the other's bar.
      for label in labels { #expect(abs(label.box.midX - label.tick) <= layout.frame.window.map.scale / 3) }
      let isCut = labels.contains { $0.texts.contains { $0.hasSuffix("…") } }
      #expect(layout.warnings.contains { $0.hasPrefix("x: 1 name was shortened") } == isCut)
    }
  }

  @Test("Two lines that are cut are better than turned ones that say less and take the plot's height")
  func twoLines() throws {
    let layout = try layout([SlotNamesTests.long, "b"], Size(width: 320, height: 200))
    #expect(layout.frame.x.labels.allSatisfy { $0.rotation == 0 } && layout.plot.height > 120)
    #expect(layout.frame.x.labels[0].texts.count == 2)
  }

  @Test("Names that two lines don't hold are turned: as little as shows all of them, and none is cut")
  func turned() throws {
    let words = ["Agriculture", "Construction", "Manufacturing", "Transportation", "Administration", "Entertainment"]
    for (count, width, rotation) in [(6, 480.0, -45.0), (18, 480, -90)] {
      let names = (0..<count).map { index -> String in words[index % 6] + ["", "a", "b"][index / 6] }
      let layout = try layout(names, Size(width: width, height: 320))
      let labels = layout.frame.x.labels
      #expect(
        labels.map(\.words) == names && labels.allSatisfy { $0.rotation == rotation }, "\(labels.map(\.rotation))")
      #expect(labels.flatMap(\.texts) == names && layout.warnings.isEmpty)
      for (index, label) in labels.enumerated() {
        #expect(layout.canvas.bounds.contains(label.box))
        #expect(!labels[(index + 1)...].contains { OrientedBox($0).overlaps(OrientedBox(label)) })
      }
    }
  }

  @Test("Long names with numbers are names, short ones a sequence")
  func numbered() throws {
    let names = try layout((0..<20).map { "Category number \($0)" }, Size(width: 480, height: 300))
    #expect(names.frame.x.labels.count == 20)
    let weeks = try layout((0..<60).map { "Week \($0)" }, Size(width: 480, height: 300))
    #expect(weeks.frame.x.labels.count < 20 && weeks.warnings.isEmpty)
  }

  @Test("Where shortened names would be the same, another part of them is kept", arguments: ["horizontal", "vertical"])
  func different(_ orientation: String) throws {
    for names in [
      (0..<14).map { "A rather long municipality name number \($0) on the river" },
      (0..<14).map { "Town of \($0) on the river in the north of the land" },
      (0..<14).map { "The municipality on the river in the north of the land, \($0)" },
    ] {
      let layout = try layout(names, Size(width: 480, height: 300), ", \"orientation\": \"\(orientation)\"")
      let texts = layout.frame.x.labels.map { $0.texts.joined() }
      #expect(Set(texts).count == names.count && texts.allSatisfy { $0.contains("…") }, "\(texts)")
      #expect(layout.warnings.contains("x: \(RoomWarning.shortened(names.count, "name"))"))
    }
  }

  @Test(
    "Where names are the same at both ends what stands between is kept, in small pictures, too",
    arguments: ["horizontal", "vertical"])
  func sameEnds(_ orientation: String) throws {
    let subjects = [
      "Agriculture and Fisheries", "Education and Research", "Foreign Affairs", "Finance", "Defence",
      "Health and Sports",
    ]
    let names = subjects.map { "Ministry of \($0) of the northern provinces" }
    for size in [Size(width: 320, height: 200), Size(width: 400, height: 240), Size(width: 480, height: 300)] {
      let layout = try layout(names, size, ", \"orientation\": \"\(orientation)\"")
      let texts = layout.frame.x.labels.map { $0.texts.joined(separator: " ") }
      #expect(Set(texts).count == names.count, "\(texts) at \(size)")
    }
    // A short one is as it is.
    let mixed = try layout(
      names + ["Parliament"], Size(width: 320, height: 200), ", \"orientation\": \"\(orientation)\"")
    #expect(mixed.frame.x.labels.last?.texts.contains("Parliament") == true)
  }

  @Test("One name too long for two lines doesn't keep others from being broken")
  func oneTooLong() throws {
    let layout = try layout(
      ["Gross domestic product per inhabitant (purchasing power)", "Unemployment rate", "CO₂"],
      Size(width: 320, height: 200), #", "orientation": "horizontal""#)
    #expect(layout.frame.x.labels.map { $0.texts.count } == [2, 1, 1])
    #expect(layout.warnings == ["x: \(RoomWarning.shortened(1, "name"))"])
  }

  @Test("Where the author broke names, so they are", arguments: ["horizontal", "vertical"])
  func broken(_ orientation: String) throws {
    let layout = try layout(
      ["A\nB", "c"], Size(width: 480, height: 300), ", \"orientation\": \"\(orientation)\"")
    #expect(layout.frame.x.labels.map(\.texts) == [["A", "B"], ["c"]])
    #expect(layout.warnings.isEmpty)
  }

  @Test("Of numbers that follow one another round ones are shown")
  func roundNumbers() throws {
    let layout = try layout((1...300).map(String.init), Size(width: 480, height: 300))
    #expect(layout.frame.x.labels.compactMap { Int($0.text) }.allSatisfy { $0.isMultiple(of: 5) })
    #expect(layout.frame.x.labels.count > 5)
    let years = try self.layout((1987...2023).map(String.init), Size(width: 320, height: 200))
    let texts: [String] = years.frame.x.labels.map { $0.text }
    #expect(texts.contains("2000"))
  }

  @Test("Moments without the gaps between them get the ticks of a time axis, at the first slot of each month")
  func months() throws {
    let pattern = TimePattern(known: "yyyy-MM-dd")
    let days: [String] = (0..<250).map { (day: Int) -> String in
      // From Monday to Friday.
      let number: Int = 20_458 + day / 5 * 7 + day % 5
      return pattern.format(Double(number) * 86_400_000, in: TimeZoneRules.utc)
    }
    let values = days.map { "\"\($0)\"" }.joined(separator: ", ")
    let prices = days.map { _ in "1" }.joined(separator: ", ")
    let layout = try Plots.chart(
      """
      {"kind": "candlestick", "x": {"values": [\(values)]},
       "series": [{"open": [\(prices)], "high": [\(prices)], "low": [\(prices)], "values": [\(prices)]}]}
      """, size: Size(width: 480, height: 300)
    ).plot
    let labels = layout.frame.x.labels
    let texts: [String] = labels.map { $0.text }
    #expect(texts.contains { $0.hasPrefix("Apr") } && texts.contains { $0.hasPrefix("Oct") }, "\(texts)")
    for label in labels where label.value > 0 {
      let slot = Int(label.value)
      #expect(days[slot].prefix(7) != days[slot - 1].prefix(7))
    }
  }
}

extension AxisLabel {
  /// Its lines.
  fileprivate var texts: [String] {
    node(in: AxesSpace(Canvas(id: "test"), CartesianSpec(kind: .bar, series: []))).texts
  }
}

extension Node {
  /// All texts in it.
  fileprivate var texts: [String] {
    switch shape {
    case .text(let text): [text.runs.map(\.text).joined()]
    case .group(let nodes): nodes.flatMap(\.texts)
    default: []
    }
  }
}
