@testable import ChartEngine
import ChartModel
import Testing

@Suite("P13 Partial pies")
struct PartialPieTests {
  private func chart(start: Double, sweep: Double, _ change: (inout PieSpec) -> Void = { _ in }) -> Chart {
    Pies.chart(Pies.five) {
      $0.startAngle = start
      $0.sweep = sweep
      $0.hole = 0.3
      change(&$0)
    }
  }

  @Test(
    "P13 Slices share the sweep; a tap in the empty part hits nothing",
    arguments: [0, 90, 180, 200, 270, 333.5] as [Double], [30, 90, 180, 240, 270, 359] as [Double])
  func emptyPart(start: Double, sweep: Double) throws {
    let chart = chart(start: start, sweep: sweep)
    let layout = try chart.pie
    let owners = ExactShares(Pies.five).owners(of: Int(sweep * 10))
    var wrong = Mismatches()
    for tenth in 0..<3600 {
      let angle = (start + Double(tenth) / 10).truncatingRemainder(dividingBy: 360)
      let expected = tenth < owners.count ? owners[tenth] : nil
      wrong.expect(layout.rootIndex(at: angle) == expected, "angle \(angle)")
      let hit = layout.hit(at: layout.point(angle: angle, radius: 70))
      wrong.expect(hit.index == expected, "hit at \(angle): \(hit.index ?? -1) instead of \(expected ?? -1)")
      wrong.expect(layout.hit(at: layout.point(angle: angle, radius: 29.9)).kind == .none, "hole at \(angle)")
    }
    wrong.check()
  }

  @Test("P13 A part of a pie is as large whichever way it looks, and lies in the plot")
  func turned() throws {
    for sweep in [90.0, 180] {
      let layouts = try stride(from: 0.0, to: 360, by: 90).map { start in
        try Pies.chart(Pies.five, size: Size(width: 300, height: 300)) {
          ($0.startAngle, $0.sweep, $0.radius) = (start, sweep, nil)
        }.pie
      }
      for (place, layout) in layouts.enumerated() {
        // Half a pie is as wide as the plot, a quarter has twice the radius of a whole one.
        #expect(abs(layout.radius - layouts[place % (sweep == 90 ? 1 : 2)].radius) < 0.01, "\(sweep) \(place)")
        #expect(layout.radius > (sweep == 90 ? 200 : 100))
      }
    }
  }

  @Test("P13 A part of a pie reaches as far to the right as to the left, and down as up")
  func extremes() throws {
    for (size, starts) in [(Size(width: 300, height: 900), [300.0, 120]), (Size(width: 900, height: 300), [30, 210])] {
      let radii = try starts.map { start in
        try Pies.chart(Pies.five, size: size) { ($0.startAngle, $0.sweep, $0.radius) = (start, 120, nil) }.pie.radius
      }
      #expect(abs(radii[0] - radii[1]) < 1e-6 && radii[0] > 200)
    }
  }

  @Test("P13 Without data the words stand in the middle of what is drawn, not where the whole pie would have its own")
  func noData() throws {
    for (sweep, start) in [(90.0, 270.0), (180, 180), (360, 270)] {
      let layout = try Pies.chart([]) {
        $0.startAngle = start
        $0.sweep = sweep
      }.pie
      let texts = layout.scene(animated: false).nodes.flatMap(\.leaves).compactMap(\.text)
      let text = try #require(texts.first { $0.runs.map(\.text) == ["No data"] })
      let place = sweep < 360 ? Point(x: layout.plot.midX, y: layout.plot.midY) : layout.center
      #expect(text.position.x == place.x && abs(text.position.y - place.y) < 13)
      if sweep < 360 { #expect((layout.center - place).length > 20) }
    }
  }

  @Test(
    "P13 They are laid out to use the space: as large as their own box allows",
    arguments: [
      (180.0, 180.0, 2.0, 1.0), (0, 180, 2, 1), (90, 180, 1, 2), (270, 90, 1, 1), (270, 180, 1, 2),
      (135, 270, 2, 1.7071),
    ])
  func space(start: Double, sweep: Double, width: Double, height: Double) throws {
    let layout = try chart(start: start, sweep: sweep) {
      $0.radius = nil
      $0.selection.scale = 1
    }.pie
    let largest = min(layout.plot.width / width, layout.plot.height / height)
    #expect(layout.radius > 0.95 * largest && layout.radius <= largest + 1e-9)
    // And it lies inside the plot.
    for step in 0...360 {
      let point = layout.point(angle: start + sweep * Double(step) / 360, radius: layout.radius)
      #expect(point.x >= layout.plot.minX - 1e-6 && point.x <= layout.plot.maxX + 1e-6)
      #expect(point.y >= layout.plot.minY - 1e-6 && point.y <= layout.plot.maxY + 1e-6)
    }
  }

  @Test("P13 An enlarged slice of a partial pie stays inside the chart")
  func enlarged() throws {
    for start in stride(from: 0.0, to: 360, by: 30) {
      for sweep in [60, 90, 180, 270] as [Double] {
        for selected in 0..<5 {
          var chart = chart(start: start, sweep: sweep) { $0.radius = nil }
          _ = chart.apply(.highlight(path: [selected], notify: false))
          let layout = try chart.pie
          let mark = try #require(layout.marks.first { $0.isSelected })
          for step in 0...20 {
            let angle = mark.sector.start + mark.sector.sweep * Double(step) / 20
            let point = mark.sector.point(angle: angle, radius: mark.sector.outer)
            #expect(point.x >= 0 && point.x <= 640 && point.y >= 0 && point.y <= 360, "start \(start), sweep \(sweep)")
          }
        }
      }
    }
  }

  @Test("P13 They are not turned by dragging unless that is asked for; then they keep their place")
  func turning() throws {
    for isEnabled in [nil, true] {
      var chart = chart(start: 180, sweep: 180) { $0.rotation.isEnabled = isEnabled }
      let layout = try chart.pie
      chart.pointer(.down, layout.point(angle: 200, radius: 70))
      chart.pointer(.move, layout.point(angle: 240, radius: 70))
      if isEnabled == true {
        #expect(abs(angularDifference(chart.state.view.startAngle, 220)) < 1e-9)
        #expect(try chart.pie.center == layout.center)
      } else {
        #expect(chart.state.view.startAngle == 180)
      }
    }
  }

  @Test(
    "P13 The least sweeps that a spec can name are drawn without fault", arguments: [1e-300, 1e-12, 1e-9, 1e-3, 0.1])
  func least(sweep: Double) throws {
    let layout = try chart(start: 12, sweep: sweep).pie
    #expect(layout.marks.allSatisfy { $0.sector.sweep.isFinite && $0.sector.start.isFinite })
    #expect(layout.center.isFinite && layout.radius == 100)
  }
}
