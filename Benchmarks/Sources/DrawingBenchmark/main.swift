import ChartEngine
import ChartModel
import ChartSVG
#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

// How long one chart takes from its spec and state to the bytes of its SVG: layout, labels, scene and text. What a chart
// keeps from its spec, such as data brought into order, is made before, once, as it is for whoever moves a chart.

func measure(_ name: String, rounds: Int, _ body: () -> Int) {
  let clock = ContinuousClock()
  var times: [Double] = []
  var bytes = 0
  for _ in 0..<rounds {
    let elapsed = clock.measure { bytes = body() }
    times.append(Double(elapsed.components.attoseconds) / 1e15 + Double(elapsed.components.seconds) * 1e3)
  }
  times.sort()
  let median = times[times.count / 2]
  let p99 = times[times.count * 99 / 100]
  print("\(name)\t\(rounded(median))\t\(rounded(p99))\t\(bytes)")
}

func rounded(_ milliseconds: Double) -> Double { (milliseconds * 1e4).rounded() / 1e4 }

func pie(_ count: Int, hole: Double = 0) -> Chart {
  var spec = PieSpec(
    slices: (0..<count).map { SliceSpec(label: "Part \($0 + 1)", value: Double(1 + ($0 * 7) % 11)) })
  spec.common.title = "Benchmark"
  spec.hole = hole
  return Chart(id: "benchmark", spec: .pie(spec))
}

/// A day in buckets of 20 minutes, and a dashed line through the goal.
func bars() -> Chart {
  let steps = (0..<72).map { Double(($0 * 37) % 53) * 20 }
  var goal = LineStyleSpec()
  goal.dash = [5, 10, 15]
  var spec = CartesianSpec(
    kind: .combined,
    series: [
      SeriesSpec(.bar(BarStyleSpec()), name: "Steps", values: .numbers(steps)),
      SeriesSpec(.line(goal), name: "Goal", values: .numbers([Double](repeating: 500, count: 72))),
    ])
  spec.x.labels = (0..<72).map { "\($0 / 3):\($0 % 3 * 2)0" }
  return Chart(id: "benchmark", spec: .cartesian(spec))
}

/// A random walk, the same in every run.
func walk(_ count: Int) -> [Double] {
  var state: UInt64 = 42
  var value = 0.0
  return (0..<count).map { _ in
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    value += Double(state >> 40) / Double(1 << 24) - 0.5
    return value
  }
}

func line(_ count: Int) -> Chart {
  Chart(
    id: "benchmark",
    spec: .cartesian(
      CartesianSpec(
        kind: .line, series: [SeriesSpec(.line(LineStyleSpec()), name: "Walk", values: .numbers(walk(count)))])))
}

func draw(_ chart: Chart) -> Int { SVGWriter.bytes(chart.layout().scene()).count }

let charts =
  [
    ("pie, 5 slices", pie(5), 2000), ("donut, 12 slices", pie(12, hole: 0.5), 2000), ("pie, 200 slices", pie(200), 500),
    ("72 bars + dashed line", bars(), 2000), ("line, 1,000 points", line(1_000), 1000),
    ("line, 100,000 points", line(100_000), 200), ("line, 1,000,000 points", line(1_000_000), 100),
  ] + markCharts()

// A profiler wants one chart, drawn again and again: its name, and for how many seconds.
if CommandLine.arguments.count > 1 {
  guard let (_, chart, _) = charts.first(where: { $0.0 == CommandLine.arguments[1] }) else {
    print(charts.map(\.0).joined(separator: "\n"))
    exit(2)
  }
  let end = ContinuousClock.now + .seconds(CommandLine.arguments.dropFirst(2).first.flatMap { Double($0) } ?? 5)
  while ContinuousClock.now < end { _ = draw(chart) }
  exit(0)
}

print("drawing\tmedian ms\tp99 ms\tbytes")
for (name, chart, rounds) in charts {
  _ = draw(chart)
  measure(name, rounds: rounds) { draw(chart) }
}
let million = walk(1_000_000)
measure("line, 1,000,000 points, from its spec on", rounds: 20) {
  draw(
    Chart(
      id: "benchmark",
      spec: .cartesian(
        CartesianSpec(
          kind: .line, series: [SeriesSpec(.line(LineStyleSpec()), name: "Walk", values: .numbers(million))]))))
}
measureBins(of: 10_000_000)
let five = pie(5)
measure("pie, 5 slices: tap without picture", rounds: 2000) {
  var chart = five
  return chart.apply(.tap(Point(x: 360, y: 120))).events.count
}
let hundredThousand = line(100_000)
measure("line, 100,000 points: tap without picture", rounds: 2000) {
  var chart = hundredThousand
  return chart.apply(.tap(Point(x: 360, y: 120))).events.count
}

// What a drag sends: the picture with its structure, and the patch from the one before.
for (name, chart, interaction) in [
  ("pie, 5 slices, turned", pie(5), Interaction.rotate(.by(3))),
  ("72 bars + dashed line, pointed at", bars(), .highlight(path: [0, 20], notify: false)),
  ("line, 1,000 points, pointed at", line(1_000), .highlight(path: [0, 20], notify: false)),
] {
  var moved = chart
  _ = moved.apply(interaction)
  let (old, scene) = (SVGWriter.markup(chart.layout().scene()), moved.layout().scene())
  let new = SVGWriter.markup(scene)
  measure("\(name): bytes of a scene", rounds: 2000) { SVGWriter.bytes(scene).count }
  measure("\(name): bytes and structure of a scene", rounds: 2000) { SVGWriter.markup(scene).bytes.count }
  measure("\(name): patch", rounds: 2000) { SVGPatch(from: old, to: new)?.byteCount ?? 0 }
}
