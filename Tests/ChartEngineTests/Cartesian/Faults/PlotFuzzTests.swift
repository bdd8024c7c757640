import ChartModel
import JSONModel
import Testing
import TestSupport

@testable import ChartEngine

@Suite("Random interactions with random plots")
struct PlotFuzzTests {
  /// Whether a state is one that interactions may lead to.
  private func isValid(_ state: ChartState, _ chart: Chart) throws -> Bool {
    let layout = try chart.plot
    let view = state.view
    guard view.progress >= 0, view.progress <= 1, view.hidden == Set(view.hidden).sorted(),
      view.hidden.allSatisfy(layout.spec.series.indices.contains)
    else { return false }
    if let selection = view.selection, !layout.chart.isSelectable(selection, hidden: view.hidden) { return false }
    if let viewport = view.viewport {
      let limit = max(layout.spec.viewport.maxZoom, 1)
      guard viewport.isPossible, viewport.zoomX <= limit, viewport.zoomY <= limit, viewport.startY >= 0,
        viewport.startY <= 1 - 1 / viewport.zoomY
      else { return false }
    }
    for part in [view.brush?.x, view.brush?.y].compactMap(\.self) {
      guard part.lowerBound.isFinite, part.upperBound.isFinite else { return false }
    }
    if let touch = state.touch {
      guard (1...2).contains(touch.pointers.count), Set(touch.pointers.map(\.pointer)).count == touch.pointers.count,
        touch.motion.samples.count <= 256, touch.pointers.allSatisfy({ $0.position.isFinite && $0.origin.isFinite })
      else { return false }
    }
    return (state.glide?.isPossible ?? true) && state.spin == nil && state.gesture == nil
  }

  /// Whether all that events say is finite, and some of it happened.
  private func areValid(_ events: [Event], _ chart: Chart) -> Bool {
    events.allSatisfy { event in
      switch event {
      case .translated(let dx, let dy): dx.isFinite && dy.isFinite && (dx != 0 || dy != 0)
      case .zoomed(let x, let y): x.isFinite && y.isFinite && x >= 1 && y >= 1
      case .valueSelected(let mark): mark.value.isFinite && mark.index >= 0
      case .brushed(let brush):
        [brush?.x, brush?.y].compactMap(\.self).allSatisfy { $0.lowerBound.isFinite && $0.upperBound.isFinite }
      case .scrolled(let mark): mark?.value.isFinite ?? true
      case .nothingSelected, .animationFinished: true
      case .rotated, .settled, .rootChanged, .inPart: false
      }
    }
  }

  @Test(
    "20,000 of them: no trap, a valid state, changed if and only if the view is another, and all is finite",
    arguments: sample(0..<20 as Range<UInt64>))
  func fuzz(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var wrong = Mismatches()
    for round in sample(0..<25) {
      var chart = Chart(
        id: "fuzz", spec: .cartesian(Fuzz.spec(&random)),
        size: random.chance(0.9) ? Size(width: 400, height: 300) : Size(width: Fuzz.number(&random), height: 40))
      for step in 0..<40 {
        let before = chart
        let interaction = Fuzz.interaction(&random)
        let outcome = chart.apply(interaction, knowing: random.chance(0.3) ? chart.layout() : nil)
        func expect(_ isRight: Bool, _ what: String) {
          wrong.expect(isRight, "\(what): seed \(seed), round \(round), step \(step), \(interaction)")
        }
        expect(outcome.state == chart.state && outcome.changed == (before.state.view != chart.state.view), "changed")
        expect(try isValid(chart.state, chart), "state \(chart.state)")
        expect(areValid(outcome.events, chart), "events \(outcome.events)")
        if let hit = outcome.hit, case .pointer = interaction { expect(hit.point.isFinite, "hit \(hit)") }
        // Nothing is told of a selection that isn't, and selections are told unless that was not wanted.
        if case .highlight = interaction {
        } else if before.state.view.selection != chart.state.view.selection {
          expect(!outcome.events.selected.isEmpty || outcome.events.nothings > 0, "selection not told")
        }
        // Every tenth picture is looked at as a whole: reports alone cost as much as twenty interactions.
        expect(chart.layout().report().isFinite, "report")
        if step % 10 == 9 { expect(chart.layout().isFinite, "scene") }
        if random.chance(0.03) {
          chart.update(spec: .cartesian(Fuzz.spec(&random)))
          expect(try isValid(chart.state, chart) && chart.layout().report().isFinite, "updated \(chart.state)")
        }
        if random.chance(0.03) {
          let view = chart.state.view
          chart.restore(chart.state)
          expect(chart.state.view == view, "restored \(view) as \(chart.state.view)")
        }
      }
    }
    wrong.check()
  }
}
