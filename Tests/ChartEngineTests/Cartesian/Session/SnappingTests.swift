import ChartModel
import Foundation
import Testing
import TestSupport

@testable import ChartEngine

@Suite("V2 Snapping")
struct SnappingTests {
  /// A random strip of bars that snaps, with what an independent look at it needs.
  private struct Strip {
    var chart: Chart
    let count: Int
    let visible: Double
    let gaps: Set<Int>
    /// The width of a slot in px.
    var slot: Double { 360 / visible }

    init(_ random: inout SplitMix64) {
      let count = random.whole(2...40)
      let visible = Double(random.whole(1...min(count - 1, 12))) + (random.chance(0.2) ? 0.5 : 0)
      self.visible = min(visible, Double(count))
      let share = random.chance(0.3) ? random.number(0...0.8) : 0
      var gaps: Set<Int> = []
      for index in 0..<count where random.chance(share) { gaps.insert(index) }
      (self.count, self.gaps) = (count, gaps)
      let start: ViewportSpec.Start = random.chance(0.5) ? .end : .position(.number(Double(random.whole(0...count))))
      let inertia = random.chance(0.7)
      chart = Plots.strip(count, visible: self.visible) { spec in
        spec.viewport.snaps = true
        spec.viewport.start = start
        spec.viewport.hasInertia = inertia
        let values = (0..<count).map { gaps.contains($0) ? Double.nan : Double($0 % 5 + 1) }
        spec.series = [Plots.bar(values)]
      }
    }

    /// Half a slot where an even number of bars is seen, since then a boundary is in the middle.
    var shift: Double { visible.remainder(dividingBy: 2) == 0 ? 0.5 : 0 }

    /// The entries with the middle of the plot within reach, by counting slots.
    var reachable: [Int] {
      (0..<count).filter { index in
        let before = Double(index) + 0.5 - shift
        let after = Double(count) - before
        return !gaps.contains(index) && before >= visible / 2 - 1e-9 && after >= visible / 2 - 1e-9
      }
    }

    /// The entries' distances from the plot's middle, or from half a slot after it, in px.
    func distances(_ layout: CartesianLayout) -> [Int: Double] {
      var distances: [Int: Double] = [:]
      for index in 0..<count where !gaps.contains(index) {
        distances[index] = abs(layout.frame.window.map.exactPixel(of: Double(index)) - 180 - shift * slot)
      }
      return distances
    }
  }

  /// Drags at random and waits until it rests; all events, and those that came of letting go.
  private func fling(_ strip: inout Strip, _ random: inout SplitMix64) -> [Event] {
    let hasTimes = random.chance(0.75)
    let interval = random.chance(0.5) ? 0.016 : random.number(0.001...0.08)
    let ways = (0..<random.whole(1...6)).map { _ in Point(x: random.number(-90...90), y: random.number(-5...5)) }
    // A drag at least once.
    let first = Point(x: random.chance(0.5) ? 9 : -9, y: 0)
    var events = strip.chart.drag(from: Point(x: 180, y: 60), by: [first] + ways, every: hasTimes ? interval : nil)
    var time = 1.0
    var steps = 0
    while strip.chart.state.glide != nil, steps < 1_000 {
      time += random.chance(0.1) ? 5 : random.number(0...0.4)
      steps += 1
      events += strip.chart.apply(.advance(time: time)).events
    }
    return events + strip.chart.apply(.advance(time: time + 100)).events
  }

  @Test(
    "V2 After 10,000 random drags the nearest entry that can be is centred and selected, and that it settled is told once",
    arguments: sample(0..<8 as Range<UInt64>))
  func randomDrags(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var wrong = Mismatches()
    var drags = 0
    while drags < sample(0..<1_250).count {
      var strip = Strip(&random)
      for _ in 0..<5 {
        drags += 1
        let before = strip.chart.state.view.selection
        let events = fling(&strip, &random)
        let layout = try strip.chart.plot
        let window = layout.frame.window
        func expect(_ isRight: Bool, _ what: String) {
          wrong.expect(
            isRight,
            "\(what), seed \(seed), drag \(drags): \(strip.count) bars, \(strip.visible) seen, gaps \(strip.gaps.sorted()), start \(window.start), selected \(String(describing: strip.chart.state.view.selection)), events \(events)"
          )
        }
        guard Double(strip.count) > strip.visible else { continue }
        // Clamped.
        expect(window.start >= -0.5 && window.end <= Double(strip.count) - 0.5 + 1e-9, "beyond the content")
        expect(strip.chart.state.glide == nil && strip.chart.state.touch == nil, "still moving")
        expect(events.rests.count == 1, "settled \(events.rests.count) times")
        expect(events.rests.first.flatMap(\.self)?.index == strip.chart.state.view.selection?.last, "settled elsewhere")
        // Without any bar there is nothing to come to rest at, and nothing that could be cut.
        if strip.visible.rounded() == strip.visible, strip.gaps.count < strip.count {
          expect(abs((window.start - 0.5).remainder(dividingBy: 1)) < 1e-9, "bars at the edges are cut")
        }
        // Centred, if one can be, and the nearest.
        let distances = strip.distances(layout)
        if let selected = strip.chart.state.view.selection {
          let distance = distances[selected[1]] ?? .infinity
          if !strip.reachable.isEmpty { expect(distance <= 1e-6, "not centred by \(distance) px") }
          expect(distance <= (distances.values.min() ?? 0) + 1e-3, "not the nearest")
        } else {
          expect(strip.gaps.count == strip.count, "nothing selected")
        }
        // Each selection that was told is another one, the last is the selection.
        let told = events.selected
        expect(zip(told, told.dropFirst()).allSatisfy { $0 != $1 }, "told twice")
        expect(told.last ?? before == strip.chart.state.view.selection, "told another one")
        expect(!events.contains(.nothingSelected), "selection lost")
      }
    }
    wrong.check()
  }

  @Test(
    "V2 Of an even number of bars all are whole wherever it rests, also by keys, and the one after the middle is selected"
  )
  func evenCounts() throws {
    var chart = Plots.strip(30, visible: 8) { $0.viewport.snaps = true }
    for way in [-100, -333, -4_000, 130, 5_000] as [Double] {
      chart.drag(from: Point(x: 180, y: 60), by: [Point(x: way, y: 0)])
      let window = try chart.window
      #expect((window.start - 0.5).remainder(dividingBy: 1) == 0 && window.length == 8)
      #expect(chart.state.view.selection == [0, Int(window.start + 4.5)])
    }
    #expect(try chart.window.start == -0.5)
    chart.key(.right)
    chart.key(.right)
    #expect(try chart.window.start == 1.5 && chart.state.view.selection == [0, 6])
  }

  @Test("V2 It goes on to the entry nearest to where its speed leads")
  func nearestToTarget() throws {
    var random = SplitMix64(seed: 2)
    for _ in 0..<200 {
      var chart = Plots.strip(100) { spec in
        spec.viewport.snaps = true
        spec.viewport.start = .position(.number(50))
      }
      let speed = random.number(80...2_000) * (random.chance(0.5) ? 1 : -1)
      let start = try chart.window.start
      chart.drag(from: Point(x: 180, y: 60), by: Array(repeating: Point(x: speed * 0.01, y: 0), count: 12), every: 0.01)
      let released = start - speed * 0.12 / 40
      let rate = -log(0.1)
      let natural = released - (speed - (speed < 0 ? -10 : 10)) / rate / 40
      _ = chart.apply(.advance(time: 1_000))
      let expected = min(max((natural + 4.5).rounded(), 4), 95)
      let selected = Double(try #require(chart.state.view.selection)[1])
      // On the boundary between two either may be it.
      let isBoundary = abs(natural + 4.5 - (natural + 4.5).rounded(.down) - 0.5) < 1e-6
      #expect(selected == expected || isBoundary, "\(speed) px/s")
    }
  }

  @Test("V2 The selection changes as bars pass the centre, one after the other, with the style of their labels (A6)")
  func passing() throws {
    var chart = Plots.chart(
      .bar, [Plots.bar((0..<60).map { Double($0 % 9 + 1) })], size: Size(width: 400, height: 200)
    ) {
      spec in
      spec.x.labels = (0..<60).map { "d\($0)" }
      spec.x.style.labels.selected.fontSize = 14
      spec.x.style.labels.selected.color = Color(rgb: 0xFF0000)
      spec.viewport.visibleCount = 9
      spec.viewport.start = .end
      spec.viewport.snaps = true
    }
    let plot = try chart.plot.plot
    let slot = plot.width / 9
    chart.pointer(.down, plot.center)
    var told: [Int] = []
    for step in 1...100 {
      // Three tenths of a slot at a time.
      let outcome = chart.pointer(.move, plot.center + Point(x: Double(step) * slot * 0.3, y: 0))
      told += outcome.events.selected.map { $0[1] }
      let labels = try chart.plot.frame.x.labels
      let marked = labels.filter(\.isSelected)
      let selected = try #require(chart.state.view.selection?[1])
      // 55 is in the middle at first.
      #expect(selected == max(55 - Int((Double(step) * 0.3).rounded()), 4) || step % 5 == 0)
      #expect(marked.count == 1 && marked.first?.text == "d\(selected)" && marked.first?.value == Double(selected))
      #expect(marked.first?.font.size == 14 && marked.first?.color == Color(rgb: 0xFF0000))
      #expect(labels.allSatisfy { $0.isSelected || $0.font.size == 12 })
      #expect(try abs(#require(marked.first).position.x - chart.place(0, selected).x) < 1e-9)
    }
    #expect(told == Array((25...55).reversed()))
  }

  @Test("V2 A glide passes over the bars between as it is asked for, in order", arguments: [-900, 900] as [Double])
  func glidesInOrder(speed: Double) throws {
    var chart = Plots.strip(120) { spec in
      spec.viewport.snaps = true
      spec.viewport.start = .position(.number(60))
    }
    var events = chart.drag(
      from: Point(x: 180, y: 60), by: Array(repeating: Point(x: speed * 0.01, y: 0), count: 8), every: 0.01)
    for step in 1...1_000 { events += chart.apply(.advance(time: 0.08 + Double(step) / 250)).events }
    let told = events.selected.map { $0[1] }
    #expect(told.count > 8)
    #expect(zip(told, told.dropFirst()).allSatisfy { $1 - $0 == (speed > 0 ? -1 : 1) })
    #expect(events.rests.count == 1 && events.rests.first.flatMap(\.self)?.index == told.last)
    #expect(events.last == .scrolled(try chart.plot.mark(at: [0, try #require(told.last)])))
  }

  @Test("V2 Without times it goes into place at once; a finger that rests, too, ends centred")
  func withoutTimes() throws {
    var chart = Plots.strip(60) { $0.viewport.snaps = true }
    let events = chart.drag(from: Point(x: 180, y: 60), by: [Point(x: -130, y: 0)])
    #expect(events.selected == [[0, 7]] && events.rests.map { $0?.index } == [7])
    #expect(try chart.window.start == 2.5 && chart.state.glide == nil)
    var slow = Plots.strip(60) { $0.viewport.snaps = true }
    slow.drag(from: Point(x: 180, y: 60), by: [Point(x: -130, y: 0), .zero, .zero], every: 0.5)
    #expect(slow.state.glide?.duration == 0.3 && slow.state.glide?.target == 2.5)
    #expect(slow.apply(.advance(time: 10)).events.rests.map { $0?.index } == [7])
  }

  @Test("V2 A cancelled drag goes into place, and so does one that a second touch stopped")
  func interrupted() throws {
    var chart = Plots.strip(60) { $0.viewport.snaps = true }
    chart.pointer(.down, Point(x: 180, y: 60))
    chart.pointer(.move, Point(x: 50, y: 60))
    let events = chart.pointer(.cancel, Point(x: 50, y: 60)).events
    #expect(events.rests.map { $0?.index } == [7])
    #expect(try chart.window.start == 2.5)

    var touched = Plots.strip(60) { $0.viewport.snaps = true }
    touched.drag(from: Point(x: 180, y: 60), by: Array(repeating: Point(x: -10, y: 0), count: 10), every: 0.01)
    #expect(touched.state.glide != nil)
    #expect(touched.pointer(.down, Point(x: 100, y: 60), time: 0.2).events.rests.isEmpty)
    let held = try touched.window.start
    #expect(touched.state.glide == nil && touched.apply(.advance(time: 5)).events.isEmpty)
    #expect(try touched.window.start == held)
    var up = touched.pointer(.up, Point(x: 100, y: 60), time: 6).events
    up += touched.apply(.advance(time: 8)).events
    #expect(up.rests.count == 1 && up.nothings == 0)
    #expect(try touched.window.start.truncatingRemainder(dividingBy: 1) == 0.5)
  }

  @Test("V2 Gaps and series that aren't highlightable or are hidden are not snapped to; bars go before lines")
  func whatIsSnappedTo() throws {
    var chart = Plots.strip(30) { spec in
      spec.viewport.snaps = true
      let bars = (0..<30).map { $0 % 3 == 0 ? Double($0) : .nan }
      spec.series = [
        Plots.line((0..<30).map(Double.init)), Plots.bar(bars),
        Plots.bar((0..<30).map(Double.init)) { $0.isHighlightable = false },
      ]
    }
    // 10 is nearest, 9 the nearest with a bar.
    #expect(chart.drag(from: Point(x: 300, y: 60), by: [Point(x: -245, y: 0)]).rests.map { $0?.index } == [9])
    #expect(chart.state.view.selection == [1, 9])
    _ = chart.apply(.toggle(series: 1))
    #expect(chart.state.view.selection == nil)
    #expect(chart.drag(from: Point(x: 300, y: 60), by: [Point(x: -41, y: 0)]).rests.map { $0?.series } == [0])
    #expect(chart.state.view.selection == [0, 10])
  }

  @Test("V2 Of several series the one that is selected stays it, in groups and on the same positions")
  func keepsSeries() throws {
    var chart = Plots.strip(30) { spec in
      spec.viewport.snaps = true
      spec.series = (0..<3).map { _ in Plots.bar((0..<30).map(Double.init)) }
    }
    _ = chart.apply(.highlight(path: [1, 4], notify: false))
    let events = chart.drag(from: Point(x: 300, y: 60), by: [Point(x: -40, y: 0), Point(x: -85, y: 0)])
    #expect(events.selected == [[1, 5], [1, 7]])
  }

  @Test("V2 Scrolling by program snaps if it is asked to")
  func byProgram() throws {
    var chart = Plots.strip(60)
    #expect(chart.apply(.scroll(.by(130), snap: true)).events.selected == [[0, 7]])
    #expect(try chart.window.start == 2.5)
    #expect(chart.apply(.scroll(.toEnd, snap: true)).events.selected == [[0, 55]])
    var even = Plots.strip(60, visible: 10)
    _ = even.apply(.scroll(.toEnd, snap: true))
    #expect(try even.window.start == 49.5 && even.state.view.selection == [0, 55])
  }

  @Test("V2 On a time axis of milliseconds since 1970 the bar comes to rest just as well (fault 24)")
  func time() throws {
    let start = 1_767_225_600_000.0
    var chart = Plots.chart(
      .bar, [Plots.bar((0..<400).map { Double($0 % 9 + 1) })], size: Size(width: 360, height: 120)
    ) {
      spec in
      spec.bare()
      spec.x.scale = .time
      spec.x.values = .numbers((0..<400).map { start + Double($0) * 1_200_000 })
      spec.viewport.visibleCount = 72
      spec.viewport.snaps = true
    }
    for way in [-1_234.5, 77.7, -301.3, 12.1] {
      chart.drag(from: Point(x: 180, y: 60), by: [Point(x: way, y: 0)])
      let selected = try #require(chart.state.view.selection)
      // Of an even number of bars of 5 px the one after the middle.
      #expect(try abs(chart.place(0, selected[1]).x - 182.5) < 1e-6)
    }
  }
}

extension [Event] {
  /// How often the selection was cleared.
  var nothings: Int { count { $0 == .nothingSelected } }
}
