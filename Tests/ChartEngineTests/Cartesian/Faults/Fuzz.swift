import ChartModel
import TestSupport

@testable import ChartEngine

/// Random specs and interactions, most of which nobody in their right mind would send.
enum Fuzz {
  /// A number: usual, huge, tiny, or none at all.
  static func number(_ random: inout SplitMix64) -> Double {
    switch random.whole(0...15) {
    case 0: .nan
    case 1: random.chance(0.5) ? .infinity : -.infinity
    case 2: random.number(-1...1) * 1e300
    case 3: random.number(-1...1) * 1e-300
    case 4: random.chance(0.5) ? .greatestFiniteMagnitude : -.greatestFiniteMagnitude
    case 5: 0
    case 6: random.number(-1e6...1e6)
    default: random.number(-50...700)
    }
  }

  static func place(_ random: inout SplitMix64) -> Point {
    random.chance(0.1)
      ? Point(x: number(&random), y: number(&random)) : Point(x: random.number(-20...420), y: random.number(-20...320))
  }

  private static func time(_ random: inout SplitMix64) -> Double? {
    random.chance(0.2) ? nil : random.chance(0.1) ? number(&random) : random.number(0...10)
  }

  private static func path(_ random: inout SplitMix64) -> [Int]? {
    guard random.chance(0.8) else { return nil }
    guard random.chance(0.9) else {
      return [[], [0], [.max, .max], [.min, 0], [0, -1], [1, 2, 3]][random.whole(0...5)]
    }
    return [random.whole(0...4), random.whole(0...40)]
  }

  private static func position(_ random: inout SplitMix64) -> PositionSpec {
    random.chance(0.5)
      ? .number(number(&random)) : .text(["a", "3", "2026-01-03", "", "1e999"][random.whole(0...4)])
  }

  private static func interval(_ random: inout SplitMix64) -> ClosedRange<Double>? {
    let ends = (number(&random), number(&random))
    guard random.chance(0.7), !ends.0.isNaN, !ends.1.isNaN else { return nil }
    return min(ends.0, ends.1)...max(ends.0, ends.1)
  }

  static func interaction(_ random: inout SplitMix64) -> Interaction {
    switch random.whole(0...15) {
    case 0: return .tap(place(&random))
    case 1...5:
      let phases: [PointerReport.Phase] = [.down, .move, .move, .move, .up, .cancel]
      return .pointer(
        PointerReport(
          phase: phases[random.whole(0...5)], position: place(&random), time: time(&random),
          pointer: random.chance(0.9) ? random.whole(0...2) : .max))
    case 6:
      let scroll: [Scroll] = [.by(number(&random)), .to(position(&random)), .toStart, .toEnd]
      return .scroll(scroll[random.whole(0...3)], snap: random.chance(0.5))
    case 7:
      guard random.chance(0.8) else { return .zoom(.fit) }
      let scale = random.chance(0.5) ? random.number(0.2...5) : number(&random)
      return .zoom(
        .by(scale, x: random.chance(0.7) ? place(&random).x : nil, y: random.chance(0.7) ? place(&random).y : nil))
    case 8: return .highlight(path: path(&random), notify: random.chance(0.5))
    case 9: return .toggle(series: random.chance(0.9) ? random.whole(0...4) : random.chance(0.5) ? .max : -1)
    case 10: return .key(Key.allCases[random.whole(0...Key.allCases.count - 1)])
    case 11: return .animate(random.chance(0.7) ? .start(time: time(&random), restart: random.chance(0.5)) : .stop)
    case 12: return .advance(time: time(&random) ?? number(&random))
    case 13:
      let (x, y) = (interval(&random), interval(&random))
      return .brush(Brush(x: x, y: y, colors: random.chance(0.4) ? interval(&random) : nil))
    case 14: return .isolate(series: random.chance(0.9) ? random.whole(0...4) : .min)
    default: return .rotate(.by(number(&random)))
    }
  }

  // MARK: - Specs

  private static func values(_ random: inout SplitMix64) -> [Double] {
    let count = [0, 1, 2, 5, 30][random.whole(0...4)]
    let kind = random.whole(0...6)
    return (0..<count).map { _ in
      switch kind {
      case 0: .nan
      case 1: number(&random)
      case 2: random.number(-1...1) * 1e300
      case 3: random.number(-1...1) * 1e-300
      case 4: 0
      default: random.chance(0.2) ? .nan : random.number(-100...100)
      }
    }
  }

  static func series(_ random: inout SplitMix64) -> SeriesSpec {
    var series = random.chance(0.5) ? Plots.bar(values(&random)) : Plots.line(values(&random))
    if random.chance(0.25) {
      var style = ScatterStyleSpec()
      style.shape = ScatterStyleSpec.Shape.allCases[random.whole(0...ScatterStyleSpec.Shape.allCases.count - 1)]
      style.radius = random.chance(0.2) ? number(&random) : 5
      if random.chance(0.5) {
        style.size = SizeChannelSpec()
        style.size?.values = .numbers(values(&random))
      }
      if random.chance(0.5) {
        style.colorBy = ColorChannelSpec()
        style.colorBy?.values = .numbers(values(&random))
      }
      series.kind = .scatter(style)
    }
    series.name = random.chance(0.5) ? "S" : ""
    series.axis = random.chance(0.3) ? .right : .left
    series.isHighlightable = random.chance(0.8)
    series.bar?.stack = random.chance(0.4) ? "s" : nil
    series.bar?.zero = random.chance(0.3) ? ZeroBarSpec() : nil
    let curves = LineStyleSpec.Curve.allCases
    series.line?.curve = curves[random.whole(0...curves.count - 1)]
    series.line?.dots.place = DotSpec.Place.allCases[random.whole(0...2)]
    series.line?.dots.style = DotSpec.Style.allCases[random.whole(0...2)]
    series.line?.area = random.chance(0.3) ? AreaSpec() : nil
    series.line?.endBubble = random.chance(0.3) ? EndBubbleSpec() : nil
    if random.chance(0.3) { series.positions = .numbers((0..<30).map { _ in number(&random) }) }
    return series
  }

  static func spec(_ random: inout SplitMix64) -> CartesianSpec {
    var spec = CartesianSpec(kind: .combined, series: (0..<random.whole(0...4)).map { _ in series(&random) })
    let scales: [PositionAxisSpec.Scale?] = [nil, .category, .linear, .log, .time]
    spec.x.scale = scales[random.whole(0...4)]
    switch random.whole(0...4) {
    case 0: spec.x.labels = (0..<random.whole(0...40)).map { "n\($0)" }
    case 1: spec.x.values = .numbers((0..<30).map { _ in number(&random) })
    case 2: spec.x.values = .numbers((0..<30).map { 1.7e12 + Double($0) * 1e7 })
    case 3: spec.x.values = .numbers((0..<30).map { Double($0) * 1e-300 })
    default: break
    }
    spec.x.spacing = random.chance(0.2) ? number(&random) : nil
    if random.chance(0.2) { spec.x.min = position(&random) }
    if random.chance(0.2) { spec.x.max = position(&random) }
    spec.x.style.labels.rotation = random.chance(0.3) ? number(&random) : 0
    for axis in [\CartesianSpec.y, \CartesianSpec.right] {
      spec[keyPath: axis].scale = random.chance(0.25) ? .log : random.chance(0.3) ? .time : .linear
      if random.chance(0.15) { spec[keyPath: axis].min = number(&random) }
      if random.chance(0.15) { spec[keyPath: axis].max = number(&random) }
    }
    spec.viewport.visibleCount = random.chance(0.5) ? number(&random) : random.chance(0.5) ? 5 : nil
    let starts: [ViewportSpec.Start] = [.start, .end, .position(position(&random))]
    spec.viewport.start = starts[random.whole(0...2)]
    spec.viewport.snaps = random.chance(0.4)
    spec.viewport.scrolls = random.chance(0.9)
    spec.viewport.zoom = PlotDirections.allCases[random.whole(0...3)]
    spec.viewport.hasOverview = random.chance(0.2)
    spec.select.brush = random.chance(0.6) ? .none : PlotDirections.allCases[random.whole(1...3)]
    spec.viewport.maxZoom = random.chance(0.7) ? 100 : number(&random)
    spec.viewport.threshold = random.chance(0.8) ? 8 : number(&random)
    spec.viewport.deceleration = random.chance(0.8) ? 0.9 : number(&random)
    spec.highlight.distance = random.chance(0.8) ? 500 : number(&random)
    spec.popups.isEnabled = random.chance(0.3)
    spec.common.animation.kind = AnimationSpec.Kind.allCases[random.whole(0...AnimationSpec.Kind.allCases.count - 1)]
    spec.common.animation.easing = Easing.allCases[random.whole(0...Easing.allCases.count - 1)]
    spec.common.animation.duration = random.chance(0.8) ? 1 : number(&random)
    spec.common.legend.position = random.chance(0.5) ? .none : .bottom
    return spec
  }
}
