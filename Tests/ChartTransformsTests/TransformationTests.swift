import ChartEngine
import ChartModel
import JSONModel
import OrderedCollections
import Testing

@testable import ChartTransforms

@Suite("Steps: bounded in time and memory, and gone through in blocks")
struct TransformationTests {
  private func frame(_ columns: OrderedDictionary<String, [Double]>) -> Frame {
    Frame(columns.mapValues { .numbers(GrowingArray($0)) }, rowCount: columns.values.first?.count ?? 0)
  }

  private func numbers(_ frame: Frame, _ name: String) throws -> [Double] {
    Array(try frame.numbers(name, at: JSONPath()).values)
  }

  @Test(
    "Blocks have no seams: 10,000 rows are filtered and computed as one",
    arguments: [0, 1, 4_095, 4_096, 4_097, 10_000])
  func blocks(_ count: Int) throws {
    let values = (0..<count).map { Double($0 % 101) - 50 }
    let steps: [TransformStep] = [
      .calculate(["b": try FormulaSpec("if(a > 0, a * 2, -a) + 1"), "t": try FormulaSpec("text(a) + '!'")]),
      .filter(try FormulaSpec("b % 3 = 0 or t = '7!'")),
    ]
    let made = try Transformation(steps).apply(to: frame(["a": values]), TransformRun(zone: .utc))
    var expected: (a: [Double], b: [Double]) = ([], [])
    for value in values {
      let b: Double = value > 0 ? value * 2 + 1 : -value + 1
      guard b.truncatingRemainder(dividingBy: 3) == 0 || value == 7 else { continue }
      expected.a.append(value)
      expected.b.append(b)
    }
    #expect(try numbers(made, "b") == expected.b)
    #expect(try numbers(made, "a") == expected.a)
  }

  @Test("Standard deviations of tiny and of huge numbers have all their digits")
  func deviations() throws {
    for scale in [1e-305, 1e-300, 1e-200, 1e-160, 1, 1e160, 1e300] {
      let values = [1, 2, 3, 4].map { $0 * scale }
      let step = TransformStep.group(GroupSpec(columns: ["s": try FormulaSpec("stdev(a)")]))
      let made = try Transformation([step]).apply(to: frame(["a": values]), TransformRun(zone: .utc))
      let found = try numbers(made, "s")[0] / scale
      #expect(abs(found - 1.290_994_448_735_805_6) < 1e-14, "\(scale): \(found)")
    }
    let step = TransformStep.group(GroupSpec(columns: ["s": try FormulaSpec("stdev(a)")]))
    for value in [0, 1e-200, 1e300] {
      let made = try Transformation([step]).apply(to: frame(["a": [value, value]]), TransformRun(zone: .utc))
      #expect(try numbers(made, "s") == [0])
    }
  }

  @Test("What would overwrite a column is refused, and names that differ only in composition are two")
  func names() throws {
    var spec = UnpivotSpec()
    (spec.columns, spec.name, spec.value) = (["a"], "b", "c")
    let frame = frame(["a": [1], "b": [2], "c": [3]])
    let fault = try #require(throws: InvalidValue.self) {
      try Transformation([.unpivot(spec)]).apply(to: frame, TransformRun(zone: .utc))
    }
    #expect(fault.all.map(\.path.description) == ["[0].unpivot.name", "[0].unpivot.value"], "\(fault.all)")
    let words = NameColumn(codes: [0, 1], names: ["\u{E9}", "e\u{301}"])
    let grouped = try Transformation([.group(GroupSpec(by: ["k"], columns: ["n": FormulaSpec("count()")]))])
      .apply(to: Frame(["k": .names(words)], rowCount: 2), TransformRun(zone: .utc))
    #expect(grouped.rowCount == 2)
    var pivot = PivotSpec()
    (pivot.name, pivot.value) = ("k", "v")
    let twice = try #require(throws: InvalidValue.self) {
      try Transformation([.pivot(pivot)]).apply(
        to: Frame(["k": .names(words), "v": .numbers([1, 2])], rowCount: 2), TransformRun(zone: .utc))
    }
    #expect(twice.reason.contains("composed"))
  }

  @Test("Columns that there are not are told all at once, also those of one step")
  func missing() throws {
    var fit = FitSpec()
    (fit.x, fit.y, fit.by) = ("p", "q", ["r"])
    let fault = try #require(throws: InvalidValue.self) {
      try Transformation([.fit(fit)]).apply(to: frame(["a": [1]]), TransformRun(zone: .utc))
    }
    #expect(fault.all.map(\.path.description) == ["[0].fit.x", "[0].fit.y", "[0].fit.by"])
    let sort = try #require(throws: InvalidValue.self) {
      try Transformation([.sort(["-p", "-a", "q"])]).apply(to: frame(["a": [1]]), TransformRun(zone: .utc))
    }
    #expect(sort.all.map(\.path.description) == ["[0].sort[0]", "[0].sort[2]"])
  }

  @Test("Nothing is copied that no step changes")
  func sharing() throws {
    let frame = frame(["a": [1, 2, 3], "b": [1, 1, 1]])
    let made = try Transformation([.filter(try FormulaSpec("a > 0")), .calculate(["c": try FormulaSpec("a + b")])])
      .apply(to: frame, TransformRun(zone: .utc))
    guard case .numbers(let before)? = frame.columns["a"], case .numbers(let after)? = made.columns["a"] else {
      Issue.record("no numbers")
      return
    }
    #expect(before.sharesMemory(with: after))
  }

  @Test("Whoever no longer waits is told so, in the middle of a step")
  func cancellation() throws {
    var asked = 0
    let run = TransformRun(
      zone: .utc,
      watch: {
        asked += 1
        return asked > 3 ? InvalidValue("gone") : nil
      })
    let values = (0..<100_000).map { Double($0) }
    do throws(InvalidValue) {
      _ = try Transformation([.filter(try FormulaSpec("a > 5"))]).apply(to: frame(["a": values]), run)
      Issue.record("it went on")
    } catch {
      let fault = error
      #expect(fault.description == "[0].filter: gone")
      #expect(asked == 4)
    }
  }

  @Test("Rows and values are counted before they are made")
  func limits() throws {
    let run = TransformRun(zone: .utc)
    #expect(throws: InvalidValue.self) { try run.claim(rows: 10_000_001) }
    #expect(throws: InvalidValue.self) { try run.claim(rows: .max, columns: .max) }
    for _ in 0..<10 { try run.claim(rows: 10_000_000) }
    #expect(throws: InvalidValue.self) { try run.claim(rows: 1) }
    #expect(throws: InvalidValue.self) { try TransformRun(zone: .utc).claim(rows: 200_000, columns: 501) }
    // A key more is a column more, also of the same one.
    #expect(throws: InvalidValue.self) {
      try Transformation([.sort(Array(repeating: "a", count: 1_000))]).apply(
        to: frame(["a": [Double](repeating: 1, count: 200_000)]), TransformRun(zone: .utc))
    }
    var spec = UnpivotSpec()
    spec.columns = Array(repeating: "a", count: 200)
    #expect(throws: InvalidValue.self) {
      try Transformation([.unpivot(spec)]).apply(
        to: frame(["a": [Double](repeating: 1, count: 60_000)]), TransformRun(zone: .utc))
    }
  }

  @Test("What is used of a table is what steps and the chart name")
  func used() throws {
    var group = GroupSpec(by: ["a"], columns: ["n": try FormulaSpec("sum(b)")])
    #expect(Transformation([.group(group)]).columns(wanted: ["n", "z"]) == ["a", "b"])
    #expect(Transformation([.group(group)]).columns(wanted: nil) == ["a", "b"])
    #expect(
      Transformation([.filter(try FormulaSpec("c > 1")), .group(group)]).columns(wanted: nil) == ["a", "b", "c"])
    #expect(Transformation([.sort(["-x", "y"])]).columns(wanted: ["z"])?.isSuperset(of: ["x", "y", "z"]) == true)
    var pivot = PivotSpec()
    (pivot.name, pivot.value) = ("p", "v")
    #expect(Transformation([.pivot(pivot)]).columns(wanted: ["z"]) == nil)
    group.by = []
    #expect(Transformation([.group(group), .pivot(pivot)]).columns(wanted: ["z"]) == ["b"])
  }

  @Test("Groups of many columns are the pairs that occur, whether a table holds them or a hash")
  func manyGroups() throws {
    let count = 20_000
    let run = TransformRun(zone: .utc)
    let a = (0..<count).map { Double($0 * 7_919 % 5_003) }
    let b = (0..<count).map { Double($0 * 104_729 % 4_001) }
    let frame = frame(["a": a, "b": b, "c": a.map { -$0 }])
    let grouping = try Grouping(frame, by: ["a", "b", "c"], at: JSONPath(), run)
    var known: [[Double]: Int32] = [:]
    for row in 0..<count {
      let key = [a[row], b[row]]
      let group = known[key] ?? Int32(known.count)
      known[key] = group
      #expect(grouping.ids[row] == group)
      if grouping.ids[row] != group { break }
    }
    #expect(grouping.count == known.count)
    // -0 is 0, and all that is missing is one group.
    let odd = try Grouping(.numbers([0, -0.0, .nan, -Double.nan, .nan]), run)
    #expect(odd.ids == [0, 0, 1, 1, 1] && odd.firsts == [0, 2])
  }

  @Test("Amounts add up as people add them: in groups, along a column, and on one another")
  func sums() throws {
    let run = TransformRun(zone: .utc)
    let values = frame(["g": [1, 1, 1, 2], "v": [0.1, 0.2, 0.3, 3_352.4]])
    let group = GroupSpec(by: ["g"], columns: ["s": try FormulaSpec("sum(v)"), "m": try FormulaSpec("mean(v)")])
    let groups = try Transformation([.group(group)]).apply(to: values, run)
    #expect(try numbers(groups, "s") == [0.6, 3_352.4] && numbers(groups, "m")[1] == 3_352.4)
    var cumulative = CumulativeSpec()
    cumulative.column = "v"
    #expect(
      try numbers(Transformation([.cumulative(cumulative)]).apply(to: values, run), "v") == [0.1, 0.3, 0.6, 3_353])
    var stack = StackSpec()
    stack.column = "v"
    #expect(try numbers(Transformation([.stack(stack)]).apply(to: values, run), "vEnd") == [0.1, 0.3, 0.6, 3_353])
  }

  @Test("A column without any value goes into every formula, and nothing comes out")
  func nothing() throws {
    let empty = Frame(["e": .names(NameColumn(codes: [-1, -1], names: []))], rowCount: 2)
    let run = TransformRun(zone: .utc)
    for formula in [
      "e + 1", "-e", "e > 'a'", "e > 1", "e + 'a'", "lower(e)", "year(e)", "e - date('2024-01-01')", "text(e)",
      "round(e)", "not e", "if(e, 1, 2) - 2 + e", "coalesce(e, e)", "e in [1, 2]",
    ] {
      let made = try Transformation([.calculate(["y": try FormulaSpec(formula)])]).apply(to: empty, run)
      #expect(made.columns["y"]?.label(at: 0, run) == nil, "\(formula)")
      #expect(try Transformation([.filter(try FormulaSpec("present(\(formula))"))]).apply(to: empty, run).rowCount == 0)
    }
    for aggregate in Aggregate.allCases where aggregate != .quantile {
      let group = GroupSpec(columns: ["y": try FormulaSpec("\(aggregate.rawValue)(e)")])
      let made = try Transformation([.group(group)]).apply(to: empty, run)
      #expect(made.columns["y"]?.label(at: 0, run) == (aggregate.counts ? "0" : nil), "\(aggregate)")
    }
    #expect(try Transformation([.bin(BinSpec(column: "e")), .sort(["e"])]).apply(to: empty, run).rowCount == 2)
  }

  @Test("What is made of a column without any value is of any kind again, also by steps that sum up or turn round")
  func nothingAgain() throws {
    let empty = Frame(["e": .nothing(count: 2), "n": .numbers([1, 2]), "d": .moments([0, 1])], rowCount: 2)
    let run = TransformRun(zone: .utc)
    var (unpivot, pivot, bin) = (UnpivotSpec(), PivotSpec(), BinSpec(column: "e"))
    (unpivot.columns, unpivot.name, unpivot.value) = (["e", "n"], "k", "v")
    (pivot.name, pivot.value) = ("n", "e")
    (bin.unit, bin.name) = (.month, "b")
    for (step, name) in [
      (TransformStep.calculate(["v": try FormulaSpec("null")]), "v"), (.bin(bin), "b"), (.pivot(pivot), "1"),
      (.calculate(["v": try FormulaSpec("if(n > 1, e, coalesce(e, null))")]), "v"),
      (.calculate(["v": try FormulaSpec("least(e, e)")]), "v"),
      (.group(GroupSpec(columns: ["v": try FormulaSpec("mean(e)")])), "v"),
    ] {
      let made = try Transformation([step]).apply(to: empty, run)
      #expect(made.columns[name]?.isNothing == true, "\(step.name)")
      for use in ["length(\(name))", "year(\(name))", "\(name) + 1", "\(name) > 'a'"] where name != "1" {
        #expect(throws: Never.self) { try Transformation([.calculate(["u": FormulaSpec(use)])]).apply(to: made, run) }
      }
    }
    let long = try Transformation([.unpivot(unpivot)]).apply(to: empty, run)
    #expect(try numbers(long, "v").map { $0.isNaN ? 0 : $0 } == [0, 1, 0, 2])
    let least = try Transformation([.calculate(["v": try FormulaSpec("least(e, d)")])]).apply(to: empty, run)
    guard case .moments? = least.columns["v"] else {
      Issue.record("no moments")
      return
    }
  }

  @Test("Sums beyond all doubles are missing, and what is made of them is there where doubles have it")
  func beyond() throws {
    let run = TransformRun(zone: .utc)
    let (great, none) = (1.7e308, Double.nan)
    let values = frame(["g": [1, 1, 2, 2, 3, 3, 4], "v": [great, great, great, -great, 1e200, -1e200, none]])
    let group = GroupSpec(
      by: ["g"],
      columns: ["s": try FormulaSpec("sum(v)"), "m": try FormulaSpec("mean(v)"), "d": try FormulaSpec("stdev(v)")])
    let groups = try Transformation([.group(group)]).apply(to: values, run)
    #expect(try numbers(groups, "s").map { $0.isNaN ? -1 : $0 } == [-1, 0, 0, -1])
    #expect(try numbers(groups, "m").map { $0.isNaN ? -1 : $0 } == [great, 0, 0, -1])
    let deviations = try numbers(groups, "d")
    #expect(deviations[0] == 0 && deviations[1].isNaN && abs(deviations[2] / (2.0.squareRoot() * 1e200) - 1) < 1e-15)
    var (cumulative, normalize) = (CumulativeSpec(), NormalizeSpec())
    cumulative.column = "v"
    let running = try numbers(Transformation([.cumulative(cumulative)]).apply(to: values, run), "v")
    #expect(running[0] == great && running[1].isNaN && running[2].isNaN && running[3].isNaN && running[6].isNaN)
    cumulative.function = .mean
    let means = try numbers(Transformation([.cumulative(cumulative)]).apply(to: values, run), "v")
    #expect(means.prefix(3).allSatisfy { abs($0 / great - 1) < 1e-15 })
    (normalize.column, normalize.by) = ("v", ["g"])
    #expect(try numbers(Transformation([.normalize(normalize)]).apply(to: values, run), "v").prefix(2) == [0.5, 0.5])
    // It comes back from there.
    cumulative.function = .sum
    let back = try Transformation([.cumulative(cumulative)]).apply(to: frame(["v": [great, great, -great]]), run)
    #expect(try numbers(back, "v")[2] == great)
  }

  @Test("Texts are their bytes: an accent of its own makes another text, and texts come in the order of their scalars")
  func composed() throws {
    let run = TransformRun(zone: .utc)
    let texts = ["caf\u{E9}", "cafe\u{301}", "caf\u{E9}", "cafz"]
    var coder = NameCoder()
    let codes = texts.map { coder.code(of: $0) }
    #expect(codes == [0, 1, 0, 2] && coder.names.map(\.utf8.count) == [5, 6, 4])
    let frame = Frame(["t": .names(NameColumn(codes: codes, names: coder.names))], rowCount: 4)
    for (formula, count) in [
      ("t = 'caf\u{E9}'", 2), ("t in ['cafe\u{301}']", 1), ("lower(t) = t", 4), ("startsWith(t, 'cafe')", 1),
      ("endsWith(t, '\u{301}')", 1), ("t + t = 'cafe\u{301}cafe\u{301}'", 1), ("t < 'cafz'", 1),
    ] {
      let made = try Transformation([.filter(try FormulaSpec(formula))]).apply(to: frame, run)
      #expect(made.rowCount == count, "\(formula)")
    }
    let sorted = try Transformation([.sort(["t"])]).apply(to: frame, run)
    #expect((0..<4).map { sorted.columns["t"]?.label(at: $0, run)?.utf8.count } == [6, 4, 5, 5])
  }

  @Test("Numbers in texts are decimal ones, as in tables")
  func decimals() throws {
    for text in ["0x10", "0x1p3", "nan", "inf", "1e400", "", ".", "1,5", "e5", "1 2"] {
      #expect(Numbers.decimal(text).isNaN, "\(text)")
    }
    #expect(Numbers.decimal("-1.5e3") == -1_500 && Numbers.decimal("+.5") == 0.5 && Numbers.decimal("12") == 12)
  }

  @Test("Equations are written as people write them")
  func equations() {
    #expect(EquationText.polynomial([1, 2]) == "y = 2x + 1")
    #expect(EquationText.polynomial([-0.5, 0, -1]) == "y = −x^2 − 0.5")
    #expect(EquationText.polynomial([0]) == "y = 0")
    #expect(EquationText.number(1_234_567) == "1.235·10^6")
    #expect(EquationText.number(0.000012345) == "1.235·10^−5" || EquationText.number(0.000012345) == "1.234·10^−5")
    #expect(EquationText.number(123.456) == "123.5")
    #expect(EquationText.number(.infinity) == "?")
    #expect(EquationText.number(.leastNonzeroMagnitude).hasPrefix("4.94"))
  }
}
