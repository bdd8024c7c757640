import ChartEngine
import ChartModel

extension PlotSnapshotTests {
  /// M5, M6, M12: histograms, boxes and strips, and annotations.
  static let distributions: [Case] = {
    /// Sums of some numbers that go up and down, so that those in the middle are the most.
    func bell(_ count: Int, about middle: Double, by spread: Double, seed: Int = 1) -> String {
      let numbers = (0..<count).map { index -> Double in
        let parts = (1...6).map {
          Double((index * index * (7 + $0) + index * 37 * $0 + seed * 11 * $0) % 101) / 100 - 0.5
        }
        return middle + (parts.reduce(0, +) * spread * 100).rounded() / 100
      }
      return "[" + numbers.map { "\($0)" }.joined(separator: ", ") + "]"
    }
    let groups =
      "[" + (0..<90).map { "\"\(["Control", "Treated", "Treated twice"][$0 % 3])\"" }.joined(separator: ", ") + "]"
    return [
      Case(
        name: "M5-histogram",
        spec: """
          {"kind": "histogram", "title": "Time to the answer", "x": {"title": "ms"}, "y": {"title": "requests"},
            "series": {"values": \(bell(240, about: 40, by: 14)), "labels": "above"}}
          """, interactions: [.highlight(path: [0, 3], notify: true)]),
      Case(
        name: "M5-density-dark",
        spec: """
          {"kind": "histogram", "legend": "top", "y": {"tickLabels": {"format": "{value}%"}}, "series": [
            {"name": "Before", "values": \(bell(200, about: 40, by: 10)), "measure": "percent", "density": true},
            {"name": "After", "values": \(bell(120, about: 52, by: 16, seed: 5)), "measure": "percent", "density": true}]}
          """, theme: .dark),
      Case(
        name: "M5-stacked",
        spec: """
          {"kind": "histogram", "legend": "bottom", "stacked": true, "orientation": "horizontal", "series": [
            {"name": "Before", "values": \(bell(200, about: 40, by: 10)), "bin": {"width": 5}},
            {"name": "After", "values": \(bell(120, about: 52, by: 16, seed: 5))}]}
          """),
      Case(
        name: "M5-cumulative",
        spec: """
          {"kind": "histogram", "title": "Dice", "series": {"values": [1, 3, 6, 2, 5, 5, 4, 1, 6, 6, 2, 3, 4, 4, 2, 6], "cumulative": true}}
          """),
      Case(
        name: "M6-boxes",
        spec: """
          {"kind": "box", "title": "Yield", "y": {"title": "kg"}, "x": {"values": \(groups)},
            "series": {"name": "Yield", "values": \(bell(90, about: 30, by: 24, seed: 3)), "mean": true}}
          """, interactions: [.highlight(path: [0, 1], notify: true)]),
      Case(
        name: "M6-groups-dark",
        spec: """
          {"kind": "box", "legend": "top", "orientation": "horizontal", "x": {"values": \(groups)}, "series": [
            {"name": "2023", "values": \(bell(90, about: 30, by: 24, seed: 3))},
            {"name": "2024", "values": \(bell(90, about: 38, by: 16, seed: 8))}]}
          """, theme: .dark),
      Case(
        name: "M6-beside",
        spec: """
          {"kind": "box", "x": {"values": \(groups)}, "series": {"values": \(bell(90, about: 30, by: 24, seed: 3)),
            "points": "beside", "whiskers": "range"}}
          """),
      Case(
        name: "M6-all",
        spec: """
          {"kind": "box", "x": {"values": \(groups)}, "series": {"values": \(bell(90, about: 30, by: 24, seed: 3)), "points": "all"}}
          """),
      Case(
        name: "M12-annotations",
        spec: """
          {"kind": "line", "title": "Sunny days", "x": {"labels": ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct"]},
            "series": {"values": [3, 4, 7, 9, 14, 18, 22, 21, 15, 9], "dots": "all"}, "annotations": [
            {"x": "Jul", "y": 22, "text": "The best month\\nof all", "leader": "arrow"}, {"x": "Mar", "y": 7, "text": "Spring begins"},
            {"x": "Sep", "y": 15, "text": "Storms", "dot": true, "offset": [-60, 60], "color": "crimson"},
            {"x": "Feb", "y": 15, "text": "rising", "to": {"x": "May", "y": 15}}]}
          """),
      Case(
        name: "M12-horizontal-dark",
        spec: """
          {"kind": "bar", "orientation": "horizontal", "x": {"labels": ["North", "South", "East", "West"]},
            "series": {"values": [12, 30, 18, 7]}, "annotations": [
            {"x": "South", "y": 30, "text": "Twice the\\naverage", "leader": "arrow"}, {"x": "West", "y": 7, "text": "Least"}]}
          """, theme: .dark),
      Case(
        name: "M6-strip",
        spec: """
          {"kind": "scatter", "legend": "top", "x": {"values": \(groups)}, "series": [
            {"name": "Yield", "values": \(bell(90, about: 30, by: 24, seed: 3))}]}
          """),
    ]
  }()
}
