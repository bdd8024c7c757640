@testable import ChartEngine
import ChartModel
import JSONModel
import Testing

@Suite("Bad input")
struct BadInputTests {
  private func spec(slices: [JSON]) -> JSON { ["kind": "pie", "slices": .array(slices)] }

  private func reason(_ json: JSON) -> String? {
    do {
      _ = try ChartSpec(json: json)
      return nil
    } catch {
      return error.description
    }
  }

  @Test(
    "Fault 12, 19: Negative values, NaN and infinities are refused, with the place",
    arguments: [
      (JSON.integer(-3), "slices[2].value: expected a number of at least 0, got -3"),
      (.number(-1e-300), "slices[2].value: expected a number of at least 0, got -1e-300"),
      (.number(.nan), "slices[2].value: expected a finite number, got NaN"),
      (.number(.infinity), "slices[2].value: expected a finite number, got infinity"),
      (.number(-.infinity), "slices[2].value: expected a finite number, got -infinity"),
      (.literal("1e999"), "slices[2].value: expected a finite number, got 1e999"),
      (.string("3"), "slices[2].value: expected a number of at least 0, got \"3\""),
      (.null, "slices[2].value: is required"),
      (.bool(true), "slices[2].value: expected a number of at least 0, got true"),
      (.array([1]), "slices[2].value: expected a number of at least 0, got a list of 1"),
    ])
  func values(value: JSON, message: String) {
    #expect(reason(spec(slices: [["value": 1], ["value": 2], ["value": value]])) == message)
  }

  @Test("In inner rings, too, the place is named")
  func innerPlace() {
    let json = spec(slices: [["children": [["value": 1], ["children": [["value": -1]]]]]])
    #expect(
      reason(json) == "slices[0].children[1].children[0].value: expected a number of at least 0, got -1")
  }

  @Test(
    "Every other number of a spec is refused where it is none",
    arguments: [
      "startAngle", "radius", "hole", "sweep", "gap", "cornerRadius",
    ])
  func otherNumbers(key: String) {
    for bad in [Double.nan, .infinity, -.infinity] {
      #expect(
        reason(["kind": "pie", "slices": [], .init(key): .number(bad)])?.hasPrefix("\(key): expected a finite number")
          == true)
    }
  }

  @Test("Fault 18: An empty series is drawn as no data, and that is said")
  func empty() throws {
    let layout = try Pies.chart(#"{"kind": "pie", "slices": []}"#).pie
    #expect(layout.warnings == ["there are no slices: nothing to show"] && layout.marks.isEmpty && layout.isFinite)
    #expect(layout.hit(at: layout.point(angle: 10, radius: 20)).kind == .none)
    #expect(layout.words() == "Pie chart: 0 slices, total 0.")
  }

  @Test("Fault 13: All values zero: no data, and that is said", arguments: [[0], [0, 0, 0]] as [[Double]])
  func zeros(values: [Double]) throws {
    let layout = try Pies.chart(values).pie
    #expect(layout.warnings == ["all values are 0: nothing to show"] && layout.marks.isEmpty && layout.isFinite)
  }

  @Test("One slice is the whole disc", arguments: [1e-300, 1, 1e300, .greatestFiniteMagnitude, .leastNonzeroMagnitude])
  func one(value: Double) throws {
    let layout = try Pies.chart([value]).pie
    #expect(layout.marks.count == 1 && layout.marks[0].fraction == 1 && layout.marks[0].percentText == "100%")
    #expect(layout.marks[0].sector.sweep == 360 && layout.isFinite)
  }

  @Test(
    "Ranges of 1e±300",
    arguments: [
      [1e300, 1e-300], [1e-300, 1e300, 1], [.greatestFiniteMagnitude, .greatestFiniteMagnitude],
      [.leastNonzeroMagnitude, .leastNonzeroMagnitude, .leastNonzeroMagnitude],
      Array(repeating: .greatestFiniteMagnitude, count: 1000),
    ] as [[Double]])
  func ranges(values: [Double]) throws {
    let layout = try Pies.chart(values) { $0.labels.position = .leader }.pie
    #expect(layout.isFinite)
    #expect(abs(layout.marks.reduce(0) { $0 + $1.fraction } - 1) < 1e-9)
    #expect(abs(layout.marks.reduce(0) { $0 + $1.sector.sweep } - 360) < 1e-6)
  }

  @Test("A million slices are refused before they are looked at; as many as are allowed are drawn")
  func million() throws {
    let million = JSON.array(Array(repeating: ["value": 1], count: 1_000_000))
    #expect(
      reason(["kind": "pie", "slices": million]) == "slices: expected a list of at most 10000, got a list of 1000000")
    let rings = JSON.array(
      Array(repeating: ["children": .array(Array(repeating: ["value": 1], count: 200))], count: 100))
    #expect(
      reason(["kind": "pie", "slices": rings]) == "slices[49].children: expected at most 10000 slices in all rings")
    var chart = Chart(
      id: "many",
      spec: try ChartSpec(json: ["kind": "pie", "slices": .array(Array(repeating: ["value": 1], count: 10_000))]))
    #expect(chart.layout().isFinite)
    #expect(chart.sliceIndex(at: 270) == 0 && chart.sliceIndex(at: 269.99) == 9999)
    _ = chart.apply(.highlight(path: [5000], notify: true))
    #expect(chart.state.view.selection == [5000])
  }

  @Test(
    "Labels of 10,000 characters, with markup, with control characters, with nothing",
    arguments: [
      String(repeating: "long ", count: 2000), String(repeating: "長", count: 10_000), "<script>alert(1)</script>",
      "\"'&<>]]>",
      String((0..<32).compactMap { Unicode.Scalar($0).map(Character.init) }), "\u{FFFE}\u{FFFF}\u{0}",
      "\u{202E}abc\u{200B}", "",
      String(repeating: "e\u{301}", count: 500), "👩‍👩‍👧‍👦🇩🇪", "{label}{value}{percent}", "\n\n\n",
      String(repeating: "\u{301}", count: 1000),
    ])
  func labels(label: String) throws {
    for position in PieLabelSpec.Position.allCases {
      var chart = Pies.chart([3, 1]) {
        $0.labels.position = position
        $0.common.title = label
        $0.common.description = label
        $0.common.legend.position = .right
        $0.hole = 0.5
        $0.center.text = label
        $0.slices[0].label = label
      }
      _ = chart.apply(.highlight(path: [0], notify: true))
      let layout = try chart.pie
      #expect(layout.isFinite)
      for leader in layout.labels.leaders { #expect(leader.box.minX >= 0 && leader.box.maxX <= 640) }
      if let title = layout.title { #expect(title.box.minX >= 0 && title.box.maxX <= 640) }
      #expect(layout.words().utf8.count < 5000)
      #expect(layout.marker(for: [0])?.frame.maxX ?? 0 <= 640)
    }
  }

  @Test(
    "Fault 18: Any size, from nothing to beyond all bounds",
    arguments: [
      0, 0.001, 1, 5, 13, 40, 79.9, 80.1, 20_000, 1e6, 1e300, .infinity, -.infinity, .nan, -5,
    ] as [Double])
  func sizes(length: Double) throws {
    for size in [
      Size(width: length, height: length), Size(width: 300, height: length), Size(width: length, height: 300),
    ] {
      var chart = Pies.chart(Pies.five, size: size) {
        $0.radius = nil
        $0.common.title = "A title"
        $0.common.legend.position = .top
        $0.labels.position = .leader
        $0.hole = 0.5
        $0.center.text = "{total}"
      }
      #expect(chart.layout().isFinite)
      for point in [Point.zero, Point(x: length / 2, y: length / 2), Point(x: 1e300, y: -1e300)] {
        _ = chart.apply(.tap(point))
        _ = chart.apply(.pointer(PointerReport(phase: .down, position: point)))
        _ = chart.apply(.pointer(PointerReport(phase: .up, position: point)))
      }
      #expect(chart.layout().isFinite)
    }
  }

  @Test(
    "Numbers beyond a spec's bounds that a program sets are taken for the bounds",
    arguments: [
      .nan, .infinity, -.infinity, -1, 0, 1e300, -1e300, .leastNonzeroMagnitude,
    ] as [Double])
  func programs(bad: Double) throws {
    let changes: [(inout PieSpec) -> Void] = [
      { $0.slices[0].value = bad }, { $0.slices[2].children = [SliceSpec(value: bad), SliceSpec(value: 1)] },
      { $0.startAngle = bad }, { $0.radius = .pixels(bad) }, { $0.radius = .share(bad) }, { $0.hole = bad },
      { $0.sweep = bad },
      { $0.gap = bad }, { $0.cornerRadius = bad }, { $0.stroke.width = bad }, { $0.selection.scale = bad },
      { $0.rotation.threshold = bad }, { $0.rotation.deceleration = bad }, { $0.labels.margin = bad },
      { $0.labels.fontSize = .given(bad) }, { $0.common.legend.fontSize = .given(bad) }, { $0.common.font.size = bad },
      { $0.common.animation.duration = bad },
    ]
    for (index, change) in changes.enumerated() {
      var chart = Pies.chart(Pies.five) {
        $0.radius = nil
        $0.labels.position = .leader
        $0.common.legend.position = .bottom
        $0.common.animation.kind = .sweep
        change(&$0)
      }
      _ = chart.apply(.animate(.start(time: 0, restart: true)))
      _ = chart.apply(.advance(time: 0))
      _ = chart.apply(.highlight(path: [1], notify: true))
      _ = chart.apply(.advance(time: 0.5))
      #expect(chart.state.view.progress.isFinite, "change \(index)")
      #expect(chart.layout().isFinite, "change \(index)")
      _ = chart.apply(.tap(Point(x: 330, y: 100)))
      #expect(chart.layout(phase: 0.5).isFinite, "change \(index)")
    }
  }

  @Test(
    "Interactions at places and times that are none never trap, and leave the state one that can be written",
    arguments: [
      .nan, .infinity, -.infinity, 1e300, -1e300, .greatestFiniteMagnitude, .leastNonzeroMagnitude, -0.0,
    ] as [Double])
  func interactions(bad: Double) throws {
    for middle in [Point(x: bad, y: 10), Point(x: 330, y: bad), Point(x: bad, y: bad)] {
      var chart = Pies.chart(Pies.five)
      for phase in PointerReport.Phase.allCases + [.down, .move, .move, .up] {
        for time in [nil, 0, bad, 1] {
          chart.pointer(phase, middle, time: time, pointer: .max)
          chart.pointer(phase, Point(x: 380, y: 180), time: time, pointer: .max)
          chart.pointer(phase, middle, time: time, pointer: .min)
        }
      }
      for interaction in [
        .tap(middle), .rotate(.by(bad)), .rotate(.to(bad)), .advance(time: bad),
        .animate(.start(time: bad, restart: true)),
        .advance(time: 0), .advance(time: bad), .animate(.stop),
      ] as [Interaction] {
        _ = chart.apply(interaction)
        #expect(chart.layout().isFinite)
        #expect((0..<360).contains(chart.state.view.startAngle) && (0...1).contains(chart.state.view.progress))
        if let gesture = chart.state.gesture { #expect(gesture.origin.isFinite) }
      }
      _ = chart.sliceIndex(at: bad)
      _ = chart.angle(at: middle)
      _ = chart.layout().hit(at: middle)
    }
  }

  @Test("A flood of pointer reports keeps little of them")
  func flood() throws {
    var chart = Pies.chart(Pies.five)
    let layout = try chart.pie
    chart.pointer(.down, layout.point(angle: 0, radius: 60), time: 0)
    for step in 1...5000 {
      chart.pointer(.move, layout.point(angle: Double(step), radius: 60), time: Double(step) * 1e-5)
    }
    #expect((chart.state.gesture?.motion.samples.count ?? 0) <= 256)
    for pointer in 0..<500 { chart.pointer(.down, layout.point(angle: 0, radius: 60), time: 1, pointer: pointer) }
    #expect(chart.state.gesture?.pointer == 0)
    chart.pointer(.up, layout.point(angle: 5000, radius: 60), time: 0.05)
    #expect(chart.state.gesture == nil)
  }

  @Test("A state from outside keeps what makes sense and nothing else")
  func restoredState() {
    var state = ChartState()
    state.view.startAngle = -1e300
    state.view.selection = [-1, 7]
    state.view.hidden = [7, -3, 2, 2, 0, .max]
    state.view.progress = .nan
    state.spin = Spin(time: .nan, angle: .infinity, velocity: .nan, deceleration: -7)
    state.animation = RunningAnimation(startTime: .nan)
    var chart = Pies.chart(Pies.five) { $0.common.animation.kind = .sweep }
    chart.restore(state)
    #expect(chart.state.view.hidden == [0, 2] && chart.state.view.selection == nil && chart.state.view.progress == 1)
    for time in [0, 1, 1e300] {
      _ = chart.apply(.advance(time: time))
      #expect(chart.layout().isFinite && (0...1).contains(chart.state.view.progress))
      #expect((0..<360).contains(chart.state.view.startAngle))
    }
  }
}
