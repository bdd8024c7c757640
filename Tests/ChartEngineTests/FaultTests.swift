@testable import ChartEngine
import ChartModel
import JSONModel
import Testing
import TestSupport

/// What users of other chart libraries report, as the list in the design numbers it. (5 and 14 are beside P9 and P11.)
@Suite("Faults of other libraries")
struct FaultTests {
  @Test("Fault 1: A tap in the hole selects nothing")
  func hole() throws {
    for hole in [0.1, 0.5, 0.9] {
      var chart = Pies.chart(Pies.five) { $0.hole = hole }
      for angle in stride(from: 0.0, to: 360, by: 10) {
        #expect(try chart.tap(angle: angle, radius: 100 * hole - 0.01).hit?.kind == Hit.Kind.none)
        #expect(chart.state.view.selection == nil)
      }
    }
  }

  @Test("Fault 2: Tiny slices can be tapped from 3 px beside them, and the nearest wins")
  func tiny() throws {
    // Between two halves: one of 0.03 px of rim, and 5 px on another.
    let layout = try Pies.chart([500, 0.05, 8, 0.05, 491.9]) { $0.startAngle = 0 }.pie
    let first = try #require(layout.marks.first { $0.path == [1] }).sector
    let second = try #require(layout.marks.first { $0.path == [3] }).sector
    func hit(_ angle: Double, _ pixels: Double) -> Int? {
      layout.hit(at: layout.point(angle: angle + pixels / 90 * 180 / .pi, radius: 90)).index
    }
    #expect(hit(first.middle, 0) == 1 && hit(second.middle, 0) == 3)
    #expect(hit(first.start, -2.9) == 1 && hit(first.start, -3.1) == 0)
    #expect(hit(second.start + second.sweep, 2.9) == 3 && hit(second.start + second.sweep, 3.1) == 4)
    // Between them, the nearer one.
    let middle = (first.start + first.sweep + second.start) / 2
    #expect(hit(middle, -0.1) == 1 && hit(middle, 0.1) == 3)
    // A tap beside one selects it.
    var chart = Pies.chart([500, 0.05, 499.95]) { $0.startAngle = 0 }
    _ = try chart.tap(angle: 179.2, radius: 90)
    #expect(chart.state.view.selection == [1])
  }

  @Test("Fault 2: The tolerance ends at rim and hole, and is not given to slices that are wide enough")
  func tinyLimits() throws {
    let layout = try Pies.chart([500, 0.05, 499.95]) {
      $0.startAngle = 0
      $0.hole = 0.5
    }.pie
    #expect(layout.hit(at: layout.point(angle: 179.9, radius: 100.1)).kind == .none)
    #expect(layout.hit(at: layout.point(angle: 179.9, radius: 49.9)).kind == .none)
    let wide = try Pies.chart([500, 10, 490]) { $0.startAngle = 0 }.pie
    #expect(!wide.hasTinyMarks && wide.hit(at: wide.point(angle: 179.9, radius: 90)).index == 0)
  }

  @Test("Fault 3: A tap on the selected slice clears it")
  func toggles() throws {
    var chart = Pies.chart(Pies.five)
    for _ in 0..<3 {
      _ = try chart.tap(angle: 0, radius: 60)
      #expect(chart.state.view.selection == [1])
      _ = try chart.tap(angle: 0, radius: 60)
      #expect(chart.state.view.selection == nil)
    }
  }

  @Test(
    "Fault 4: After a selection by program a tap on the same slice clears it, on another selects that",
    arguments: [true, false])
  func selectedByProgram(notify: Bool) throws {
    var chart = Pies.chart(Pies.five)
    let outcome = chart.apply(.highlight(path: [1], notify: notify))
    #expect(outcome.changed && outcome.events.isEmpty == !notify)
    var other = chart
    _ = try other.tap(angle: 120, radius: 60)
    #expect(other.state.view.selection == [2])
    #expect(try chart.tap(angle: 0, radius: 60).events == [.nothingSelected])
    #expect(chart.state.view.selection == nil)
  }

  @Test("Fault 5: After turning, what is seen is what is hit")
  func turned() throws {
    var random = SplitMix64(seed: 5)
    var chart = Pies.chart(Pies.five)
    for _ in 0..<100 {
      _ = chart.apply(.rotate(.by(random.number(-720...720))))
      let layout = try chart.pie
      for mark in layout.marks {
        let middle = layout.hit(at: layout.point(angle: mark.sector.middle, radius: 70))
        #expect(middle.path == mark.path)
        #expect(Polygon(mark.sector.path).contains(layout.point(angle: mark.sector.middle, radius: 70)))
      }
    }
  }

  @Test("Fault 6: There is no gap at 356–360°, whatever the sums round to")
  func gapAtTheEnd() throws {
    var random = SplitMix64(seed: 6)
    for _ in 0..<300 {
      let values = (0..<random.whole(1...60)).map { _ in random.number(0...1) }
      let layout = try Pies.chart(values) { $0.startAngle = 0 }.pie
      for angle in [356, 358, 359, 359.9, 359.99, 359.9999, 359.999999, 359.99999999] {
        #expect(layout.hit(at: layout.point(angle: angle, radius: 60)).kind == .slice)
      }
      let last = try #require(layout.marks.last?.sector)
      #expect(abs(last.start + last.sweep - 360) < 1e-9)
    }
  }

  @Test("Fault 7: A boundary belongs to one slice: the one that starts there")
  func boundary() throws {
    for start in [0.0, 90, 180, 270, 300, 12.5] {
      let layout = try Pies.chart(Pies.five) { $0.startAngle = start }.pie
      for index in 0..<5 {
        let point = layout.point(angle: start + Pies.fiveStarts[index], radius: 60)
        #expect(layout.hit(at: point).index == index)
      }
    }
  }

  @Test("Fault 8: Exact quarters: each axis belongs to the quarter that starts on it")
  func quarters() throws {
    let layout = try Pies.chart([1, 1, 1, 1]) { $0.startAngle = 0 }.pie
    for (index, way) in [(1.0, 0.0), (0, 1), (-1, 0), (0, -1)].enumerated() {
      for distance in [0.5, 50, 99.9] {
        #expect(layout.hit(at: layout.center + Point(x: way.0 * distance, y: way.1 * distance)).index == index)
      }
    }
  }

  @Test("Fault 9: Starts at 300, 310, 320, 330 wrap rightly", arguments: [300, 310, 320, 330, 660, -30] as [Double])
  func wrapping(start: Double) throws {
    let layout = try Pies.chart(Pies.five) { $0.startAngle = start }.pie
    for half in 0..<720 {
      let offset = Double(half) / 2
      let expected = Pies.fiveStarts.dropLast().lastIndex { $0 <= offset }
      #expect(layout.hit(at: layout.point(angle: start + offset, radius: 60)).index == expected)
    }
  }

  @Test("Fault 10: Slices of value 0 do not shift the index, are never hit, drawn or labelled")
  func zeros() throws {
    let values: [Double] = [0, 25, 0, 0, 30, 15, 0, 10, 20, 0]
    let shown = [1, 4, 5, 7, 8]
    let layout = try Pies.chart(values) {
      $0.startAngle = 0
      $0.labels.position = .leader
    }.pie
    #expect(layout.marks.map(\.index) == shown && Set(layout.labels.leaders.map { $0.path[0] }) == Set(shown))
    for half in 0..<720 {
      let offset = Double(half) / 2
      let expected = Pies.fiveStarts.dropLast().lastIndex { $0 <= offset }.map { shown[$0] }
      let hit = layout.hit(at: layout.point(angle: offset, radius: 60))
      #expect(hit.index == expected && hit.value == expected.map { values[$0] })
    }
  }

  @Test("Fault 11: A slice under 0.02 % is drawn as an arc that does not turn into the whole circle")
  func underTwoHundredths() throws {
    for share in [1e-4, 1e-6, 1e-9, 1e-15] {
      let layout = try Pies.chart([1 - share, share]).pie
      #expect(layout.marks.count == 2 && layout.isFinite)
      for mark in layout.marks {
        for case .arc(let radius, _, _) in mark.sector.path.elements { #expect(radius == 100) }
        // No arc is longer than half a turn, so that none can be taken for its complement.
        var last: Point?
        for element in mark.sector.path.elements {
          switch element {
          case .move(let point), .line(let point): last = point
          case .arc(let radius, _, let end):
            if let last { #expect((end - last).length <= 2 * radius + 1e-9) }
            last = end
          case .curve, .close: break
          }
        }
        let polygon = Polygon(mark.sector.path)
        #expect(polygon.contains(layout.point(angle: 30, radius: 50)) == (mark.index == 0))
      }
    }
  }

  @Test("Fault 15: No label is cut or hidden silently: each is there, or a warning counts it")
  func labels() throws {
    for count in [1, 5, 20, 60, 300] {
      let layout = try Pies.chart(Array(repeating: 1, count: count)) {
        $0.labels.position = .leader
        $0.radius = nil
      }.pie
      let missing = count - layout.labels.leaders.count
      #expect(
        missing == 0
          ? layout.warnings.isEmpty : layout.warnings.first?.hasPrefix("\(missing) of \(count) labels") == true)
    }
    let tiny = try Pies.chart(Pies.five, size: Size(width: 90, height: 60)) { $0.labels.position = .leader }.pie
    #expect(
      tiny.labels.leaders.isEmpty
        && tiny.warnings == [
          "radius: there is room for 27 px, not for 100", "5 of 5 labels were left out: there is no room for them",
        ])
  }

  @Test("Fault 27: A tap among 10,000 slices looks at few of them, not at all of them for each")
  func tapCost() throws {
    // A collection that counts how often it is asked.
    final class Counter { var count = 0 }
    struct Counted: RandomAccessCollection {
      let base: [Double]
      let counter: Counter
      var startIndex: Int { 0 }
      var endIndex: Int { base.count }
      subscript(position: Int) -> Double {
        counter.count += 1
        return base[position]
      }
    }
    let angles = SliceAngles(weights: (0..<10_000).map { Double(1 + $0 % 7) }, sweep: 360)
    let counted = Counted(base: angles.boundaries, counter: Counter())
    for angle in stride(from: 0.0, to: 360, by: 1.7) {
      let index = counted.firstIndex(from: 0) { $0 > angle }
      #expect(angles.boundaries[index] > angle && angles.boundaries[index - 1] <= angle)
    }
    #expect(counted.counter.count <= 212 * 14)
  }

  @Test("Fault 27: Hiding half of 10,000 slices asks for each of them once")
  func hiddenCost() throws {
    var state = ChartState.View()
    state.hidden = Array(stride(from: 0, to: 10_000, by: 2))
    #expect(state.isHidden.count == 10_000)
    #expect(state.isHidden.enumerated().allSatisfy { $0.element == ($0.offset % 2 == 0 && $0.offset < 10_000) })
  }

  @Test("Fault 28: A spin decays by time, not by the number of frames")
  func frameRate() throws {
    let spin = Spin(time: 0, angle: 0, velocity: 720, deceleration: 0.9)
    let angles = [10.0, 60, 144].map { rate in
      var chart = Pies.chart(Pies.five)
      chart.state.spin = spin
      chart.state.view.startAngle = 0
      for frame in 1...Int(rate * 2) { _ = chart.apply(.advance(time: Double(frame) / rate)) }
      return chart.state.view.startAngle
    }
    #expect(abs(angles[0] - angles[1]) < 1e-9 && abs(angles[1] - angles[2]) < 1e-9)
  }
}

extension ChartState.View {
  /// Which of 10,000 slices are hidden.
  fileprivate var isHidden: [Bool] { hiddenFlags(count: 10_000) }
}
