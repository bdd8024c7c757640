@testable import ChartEngine
import ChartModel
import Testing

@Suite("P4, P6 Taps, selection and the hole")
struct TapTests {
  static let starts: [Double] = [0, 45, 123.5, 270, 300, 310, 320, 330, 359.5]

  /// Which of the five slices owns an angle, in half degrees from the pie's start.
  private func owner(halfDegrees: Int) -> Int {
    let angle = Double((halfDegrees % 720 + 720) % 720) / 2
    return Pies.fiveStarts.dropLast().lastIndex { $0 <= angle } ?? 0
  }

  private func chart(start: Double) -> Chart {
    Pies.chart(Pies.five) {
      $0.startAngle = start
      $0.hole = 0.4
    }
  }

  @Test("P4 Half degree by half degree, just inside and outside of hole and rim", arguments: starts)
  func rims(start: Double) throws {
    let layout = try chart(start: start).pie
    var wrong = Mismatches()
    for half in 0..<720 {
      let angle = start + Double(half) / 2
      let owner = owner(halfDegrees: half)
      for radius in [40.001, 41, 70, 99, 99.999] {
        let hit = layout.hit(at: layout.point(angle: angle, radius: radius))
        wrong.expect(hit.kind == .slice && hit.index == owner && hit.path == [owner], "\(angle)° at \(radius)")
      }
      for radius in [0.001, 20, 39.999, 100.001, 110, 119] {
        let hit = layout.hit(at: layout.point(angle: angle, radius: radius))
        wrong.expect(hit.kind == .none && hit.index == nil, "\(angle)° at \(radius)")
      }
    }
    wrong.check()
  }

  @Test("P4 The selected slice's hit area is the enlarged one, its neighbours' are not", arguments: starts)
  func enlargedRim(start: Double) throws {
    var wrong = Mismatches()
    for selected in 0..<5 {
      var chart = chart(start: start)
      _ = chart.apply(.highlight(path: [selected], notify: false))
      let layout = try chart.pie
      for half in 0..<720 {
        let angle = start + Double(half) / 2
        let isSelected = owner(halfDegrees: half) == selected
        for radius in [100.001, 110, 119.999] {
          let hit = layout.hit(at: layout.point(angle: angle, radius: radius))
          wrong.expect(hit.index == (isSelected ? selected : nil), "\(angle)° at \(radius)")
        }
        func hit(_ radius: Double) -> Hit { layout.hit(at: layout.point(angle: angle, radius: radius)) }
        wrong.expect(hit(120.001).kind == .none, "\(angle)° outside the enlarged rim")
        wrong.expect(hit(99.999).index == owner(halfDegrees: half), "\(angle)° inside the rim")
        wrong.expect(hit(39.999).kind == .none, "\(angle)° in the hole")
      }
    }
    wrong.check()
  }

  @Test("P4 A hit says slice, value, label, share and angle")
  func whatAHitSays() throws {
    let layout = try chart(start: 270).pie
    let hit = layout.hit(at: layout.point(angle: 0, radius: 50))
    #expect(hit.series == 0 && hit.index == 1 && hit.path == [1])
    #expect(hit.value == 30 && hit.label == "Slice 1" && hit.angle == 0)
    #expect(abs((hit.fraction ?? 0) - 0.3) < 1e-15)
  }

  @Test("P4 A tap selects; a tap on the same slice, or outside, clears; another slice takes over")
  func toggling() throws {
    var chart = chart(start: 270)
    #expect(try chart.tap(angle: 300, radius: 70).events.count == 1)
    #expect(chart.state.view.selection == [0])
    let again = try chart.tap(angle: 300, radius: 70)
    #expect(chart.state.view.selection == nil && again.events == [.nothingSelected] && again.changed)

    _ = try chart.tap(angle: 300, radius: 70)
    let other = try chart.tap(angle: 10, radius: 70)
    #expect(chart.state.view.selection == [1])
    guard case .valueSelected(let mark) = other.events.first else {
      Issue.record("no event")
      return
    }
    #expect(mark.index == 1 && mark.value == 30 && mark.label == "Slice 1" && other.events.count == 1)

    let outside = try chart.tap(angle: 10, radius: 130)
    #expect(chart.state.view.selection == nil && outside.events == [.nothingSelected])
    let nothing = try chart.tap(angle: 10, radius: 130)
    #expect(nothing.events.isEmpty && !nothing.changed)
  }

  @Test("P4 A tap on the enlarged part of the selected slice clears it, too")
  func enlargedPart() throws {
    var chart = chart(start: 270)
    _ = try chart.tap(angle: 300, radius: 70)
    _ = try chart.tap(angle: 300, radius: 115)
    #expect(chart.state.view.selection == nil)
  }

  @Test("P6 A tap in the hole hits nothing and clears")
  func hole() throws {
    var chart = chart(start: 270)
    _ = try chart.tap(angle: 300, radius: 70)
    let outcome = try chart.tap(angle: 300, radius: 20)
    #expect(outcome.hit?.kind == Hit.Kind.none && chart.state.view.selection == nil)
  }

  @Test("P2, P6 A tap at the centre hits nothing, with and without a hole", arguments: [0, 0.4])
  func center(hole: Double) throws {
    var chart = chart(start: 270).changed { $0.hole = hole }
    _ = try chart.tap(angle: 300, radius: 70)
    let outcome = chart.apply(.tap(try chart.pie.center))
    #expect(outcome.hit?.kind == Hit.Kind.none && outcome.hit?.angle == nil)
    #expect(chart.state.view.selection == nil)
  }

  @Test("P4 The scale of the selection is the spec's", arguments: [1, 1.05, 1.5, 2])
  func scale(scale: Double) throws {
    var chart = Pies.chart(Pies.five) {
      $0.selection.scale = scale
      $0.radius = .pixels(50)
    }
    _ = chart.apply(.highlight(path: [1], notify: true))
    let layout = try chart.pie
    #expect(layout.hit(at: layout.point(angle: 0, radius: 50 * scale - 0.001)).index == 1)
    #expect(layout.hit(at: layout.point(angle: 0, radius: 50 * scale + 0.001)).kind == .none)
  }

  @Test("P6 The hole's text: title, total, and the selected slice's label and share")
  func holeText() throws {
    var chart = try Pies.chart(
      #"{"kind": "pie", "title": "Spending", "hole": 0.6, "center": "{title}\n{total}", "slices": [{"label": "Rent", "value": 1}, {"label": "Food", "value": 3}]}"#
    )
    #expect(try chart.pie.centerLines.map(\.text) == ["Spending", "4"])
    #expect(try chart.pie.title == nil)
    _ = chart.apply(.highlight(path: [1], notify: true))
    #expect(try chart.pie.centerLines.map(\.text) == ["Food", "75%"])
  }
}
