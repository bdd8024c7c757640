import ChartEngine
import ChartModel
import ChartSVG

// How long one chart takes from its spec and state to the bytes of its SVG: layout, labels, scene and text.

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

print("drawing\tmedian ms\tp99 ms\tbytes")
for (name, chart) in [
  ("pie, 5 slices", pie(5)), ("donut, 12 slices", pie(12, hole: 0.5)), ("pie, 200 slices", pie(200)),
] {
  _ = SVGWriter.bytes(chart.layout().scene())
  measure(name, rounds: 2000) { SVGWriter.bytes(chart.layout().scene()).count }
}
let five = pie(5)
measure("pie, 5 slices: tap without picture", rounds: 2000) {
  var chart = five
  return chart.apply(.tap(Point(x: 360, y: 120))).events.count
}
