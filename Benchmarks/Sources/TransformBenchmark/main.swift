import ChartEngine
import ChartModel
import ChartTransforms
import OrderedCollections

// Steps over ten million rows in memory, on one core: what Benchmarks/transforms.py compares with pandas and NumPy. It is a
// target of the main package, where CHART_KERNEL_BENCH is set, since frames are not for others.

let (rows, names, rounds) = (10_000_000, 100, 7)

/// The same numbers in each run.
struct Generator {
  private var state: UInt64 = 1

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var hash = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
    hash = (hash ^ (hash >> 27)) &* 0x94D0_49BB_1331_11EB
    return hash ^ (hash >> 31)
  }
}

var random = Generator()
let codes = (0..<rows).map { _ in Int32(random.next() % UInt64(names)) }
let values = GrowingArray((0..<rows).map { _ in Double(random.next() >> 11) * 0x1p-53 })
let keys = GrowingArray(codes.map { Double($0) })
let frame = Frame(
  [
    "name": .names(NameColumn(codes: codes, names: (0..<names).map { "name \($0)" })), "value": .numbers(values),
    "key": .numbers(keys),
  ], rowCount: rows)

func spec(_ text: String) throws -> FormulaSpec { try FormulaSpec(text) }

func group(by name: String, _ formula: String) throws -> TransformStep {
  .group(GroupSpec(by: [name], columns: ["made": try spec(formula)]))
}

var rolling = RollingSpec()
(rolling.column, rolling.window) = ("value", 100)
let steps: [(name: String, step: TransformStep)] = [
  ("group by name: sum", try group(by: "name", "sum(value)")),
  (
    "group by name: mean and count",
    .group(GroupSpec(by: ["name"], columns: ["m": try spec("mean(value)"), "n": try spec("count()")]))
  ),
  ("group by name: median", try group(by: "name", "median(value)")),
  ("group by number: sum", try group(by: "key", "sum(value)")),
  ("filter: value > 0.5", .filter(try spec("value > 0.5"))),
  ("calculate: value * 2 + key", .calculate(["made": try spec("value * 2 + key")])),
  ("rolling: mean of 100", .rolling(rolling)),
  ("sort: value", .sort(["value"])),
]

for (name, step) in steps where CommandLine.arguments.count < 2 || name.contains(CommandLine.arguments[1]) {
  var best = Duration.seconds(1_000)
  for _ in 0..<(name.hasPrefix("sort") ? 2 : rounds) {
    let start = ContinuousClock.now
    let made = try Transformation([step]).apply(to: frame, TransformRun(zone: .utc))
    best = min(best, ContinuousClock.now - start)
    precondition(made.rowCount > 0)
  }
  print("\(name)\t\(Double(best.components.attoseconds) / 1e15 + Double(best.components.seconds) * 1e3)")
}
