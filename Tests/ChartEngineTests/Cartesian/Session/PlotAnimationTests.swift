import ChartModel
import Testing

@testable import ChartEngine

@Suite("N1, N3 Animations of plots")
struct PlotAnimationTests {
  private func chart(_ kind: AnimationSpec.Kind = .grow, easing: Easing = .linear) -> Chart {
    Plots.chart(.combined, [Plots.bar([1, 2, 3]), Plots.line([3, 2, 1])]) { spec in
      spec.common.animation.kind = kind
      spec.common.animation.easing = easing
      spec.common.animation.duration = 2
    }
  }

  @Test("N3 It begins with the first moment it is told, runs for its duration, and tells of its end once")
  func runs() throws {
    var chart = chart()
    let start = chart.apply(.animate(.start(time: nil, restart: false)))
    #expect(start.changed && start.events.isEmpty && chart.state.view.progress == 0)
    for (time, progress) in [(100, 0), (100.5, 0.25), (101, 0.5), (101.999, 0.9995)] as [(Double, Double)] {
      #expect(chart.apply(.advance(time: time)).events.isEmpty)
      #expect(abs(chart.state.view.progress - progress) < 1e-9)
    }
    #expect(chart.apply(.advance(time: 102)).events == [.animationFinished(completed: true)])
    #expect(chart.state.view.progress == 1 && chart.state.animation == nil)
    let after = chart.apply(.advance(time: 103))
    #expect(!after.changed && after.events.isEmpty)
  }

  @Test("N3 Starting while it runs is ignored, or begins anew, as asked")
  func restart() throws {
    var chart = chart()
    _ = chart.apply(.animate(.start(time: 0, restart: false)))
    _ = chart.apply(.advance(time: 1))
    #expect(!chart.apply(.animate(.start(time: 1, restart: false))).changed && chart.state.view.progress == 0.5)
    #expect(chart.apply(.animate(.start(time: 1, restart: true))).changed && chart.state.view.progress == 0)
    _ = chart.apply(.advance(time: 2))
    #expect(chart.state.view.progress == 0.5)
    #expect(chart.apply(.advance(time: 3)).events == [.animationFinished(completed: true)])
    // When none runs both begin.
    _ = chart.apply(.animate(.start(time: 10, restart: false)))
    #expect(chart.state.view.progress == 0)
  }

  @Test("N3 Stopping shows the finished picture and says that it was stopped; without one running it does nothing")
  func stop() throws {
    var chart = chart()
    #expect(chart.apply(.animate(.stop)).events.isEmpty)
    _ = chart.apply(.animate(.start(time: 0, restart: false)))
    _ = chart.apply(.advance(time: 0.7))
    let outcome = chart.apply(.animate(.stop))
    #expect(outcome.changed && outcome.events == [.animationFinished(completed: false)])
    #expect(chart.state.view == chart.initialState.view)
    #expect(chart.apply(.animate(.stop)).events.isEmpty)
  }

  @Test("N3 Times before its start leave it at the beginning, and times that are none change nothing")
  func badTimes() throws {
    var chart = chart()
    _ = chart.apply(.animate(.start(time: 10, restart: false)))
    _ = chart.apply(.advance(time: 5))
    #expect(chart.state.view.progress == 0)
    for bad in [Double.nan, .infinity, -.infinity] {
      #expect(!chart.apply(.advance(time: bad)).changed)
    }
    _ = chart.apply(.advance(time: 1e308))
    #expect(chart.state.view.progress == 1)
    _ = chart.apply(.animate(.start(time: .nan, restart: true)))
    _ = chart.apply(.advance(time: -1e308))
    _ = chart.apply(.advance(time: 1e308))
    #expect(chart.state.view.progress == 1 && chart.state.animation == nil)
    var none = self.chart(.none)
    #expect(!none.apply(.animate(.start(time: 0, restart: true))).changed)
  }

  @Test(
    "N1 A frame is a function of spec, state and phase: asked for or come to, at the ends and beyond",
    arguments: [AnimationSpec.Kind.grow, .wipe, .stroke, .count], [Easing.linear, .backOut, .elasticOut])
  func frames(kind: AnimationSpec.Kind, easing: Easing) throws {
    var chart = chart(kind, easing: easing)
    let still = try chart.plot.scene()
    #expect(chart.layout(phase: 1).scene() == still)
    for phase in [0, 1e-9, 0.5, 1, 1.2, -0.2, 1e300, -1e300, .nan, .infinity] {
      let layout = try #require(chart.layout(phase: phase) as? CartesianLayout)
      #expect(layout.isFinite && layout.scene() == chart.layout(phase: phase).scene(), "phase \(phase)")
    }
    _ = chart.apply(.animate(.start(time: 0, restart: false)))
    for time in stride(from: 0.0, through: 2, by: 0.25) {
      _ = chart.apply(.advance(time: time))
      #expect(chart.layout().scene() == chart.layout(phase: easing.curve(time / 2)).scene(), "after \(time) s")
      #expect(try chart.plot.isFinite)
    }
    #expect(try chart.plot.scene() == still)
  }

  @Test("N3 Animation and gliding go on side by side, and each tells of its own end")
  func together() throws {
    var chart = Plots.strip(200) { spec in
      spec.common.animation.kind = .grow
      spec.common.animation.duration = 0.5
      spec.viewport.start = .position(.number(100))
    }
    chart.drag(from: Point(x: 180, y: 60), by: Array(repeating: Point(x: -10, y: 0), count: 9), every: 0.01)
    _ = chart.apply(.animate(.start(time: 0.1, restart: false)))
    let first = chart.apply(.advance(time: 0.6)).events
    #expect(first.contains(.animationFinished(completed: true)) && first.rests.isEmpty && first.translation < 0)
    #expect(chart.apply(.advance(time: 60)).events.rests == [nil])
  }
}
