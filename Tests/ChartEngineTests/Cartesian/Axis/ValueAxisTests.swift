import ChartModel
import Testing

@testable import ChartEngine

@Suite("What a value axis shows")
struct ValueAxisTests {
  private func range(_ extents: [ClosedRange<Double>?], isFilled: Bool = false) -> ValueRange {
    var range = ValueRange()
    for extent in extents { range.add(extent, isFilled: isFilled) }
    return range
  }

  private func axis(_ change: (inout ValueAxisSpec) -> Void = { _ in }) -> ValueAxisSpec {
    var spec = ValueAxisSpec()
    change(&spec)
    return spec
  }

  private func ticks(_ range: ValueRange, _ spec: ValueAxisSpec, length: Double = 200) -> ValueAxisTicks {
    ValueAxisTicks(range, spec, length: length, pitch: LabelPitch(lineHeight: 16), format: FormatSpec())
  }

  @Test("Bars stand on 0, which the axis shows; lines need not (B1)")
  func zero() {
    #expect(range([5...9], isFilled: true).domain(axis()) == Domain(0, 9))
    #expect(range([-9...(-5)], isFilled: true).domain(axis()) == Domain(-9, 0))
    #expect(range([5...9]).domain(axis()) == Domain(5, 9))
    #expect(range([5...9]).domain(axis { $0.includesZero = true }) == Domain(0, 9))
    #expect(range([5...9], isFilled: true).domain(axis { $0.includesZero = false }) == Domain(5, 9))
  }

  @Test("Headroom is added beyond the greatest value: yMax + 10 (A1, R2)")
  func headroom() {
    #expect(range([0...1500], isFilled: true).domain(axis { $0.headroom = 10 }) == Domain(0, 1510))
    #expect(range([-20...30]).domain(axis { $0.headroom = 10 }) == Domain(-30, 40))
    #expect(range([-20...(-5)]).domain(axis { $0.headroom = 10 }) == Domain(-30, -5))
  }

  @Test("What the spec says goes before what the data says")
  func given() {
    let spec = axis {
      $0.min = 2
      $0.max = 4
    }
    #expect(range([0...100]).domain(spec) == Domain(2, 4))
    #expect(ticks(range([0...100]), spec).domain == Domain(2, 4))
    let open = ticks(range([0...97]), axis { $0.min = 13 })
    #expect(open.domain.lower == 13)
    #expect(open.domain.upper == 100)
    #expect(open.ticks.allSatisfy { $0.value >= 13 })
  }

  @Test("An end beyond all values is kept; two that leave nothing between them are none (A1, fault 17)")
  func endsBeyondValues() {
    for (spec, expected) in [
      (axis { $0.min = 100 }, Domain(100, 150)), (axis { $0.max = -10 }, Domain(-15, -10)),
      (axis { $0.min = 0.5 }, Domain(0.5, 31)), (axis { $0.max = 8 }, Domain(4, 8)),
      (axis { ($0.min, $0.max) = (50, 10) }, Domain(8, 31)), (axis { ($0.min, $0.max) = (10, 10) }, Domain(8, 31)),
      (axis { ($0.min, $0.max) = (.nan, .infinity) }, Domain(8, 31)),
      (axis { ($0.min, $0.max) = (.nan, 20) }, Domain(8, 20)),
      (axis { $0.min = 1e300 }, Domain(1e300, 1.5e300)),
      (axis { $0.max = -Double.greatestFiniteMagnitude }, Domain(-.greatestFiniteMagnitude, -.greatestFiniteMagnitude)),
    ] {
      #expect(range([8...31]).domain(spec) == expected)
      let made = ticks(range([8...31]), spec)
      if let min = spec.min, min == expected.lower { #expect(made.domain.lower == min) }
      if let max = spec.max, max == expected.upper { #expect(made.domain.upper == max) }
      #expect(made.domain.lower < made.domain.upper && made.ticks.allSatisfy { made.domain.contains($0.value) })
    }
    for (spec, expected) in [
      (axis { ($0.scale, $0.min) = (.log, 100) }, Domain(100, 1_000)),
      (axis { ($0.scale, $0.max) = (.log, 1) }, Domain(0.1, 1)),
      (axis { ($0.scale, $0.min) = (.log, -5) }, Domain(8, 31)),
    ] {
      #expect(range([8...31]).domain(spec) == expected)
    }
  }

  @Test("No more ticks than there is room for lines of text, however many labels there may be (A4)")
  func room() {
    for most in [2, 5, 100, 1_000, Int.max] {
      let made = ticks(range([8...31]), axis { $0.style.maxLabels = most }, length: 118)
      #expect(made.ticks.count <= min(most, 8) && made.ticks.count >= 2)
      #expect(made.domain.lower == made.ticks.first?.value && made.domain.upper == made.ticks.last?.value)
    }
  }

  @Test("Round ends and labels, as many as fit (A1, B6)")
  func nice() {
    let made = ticks(range([0...1437], isFilled: true), axis())
    #expect(made.domain == Domain(0, 1500))
    #expect(made.ticks.map(\.label) == ["0", "500", "1,000", "1,500"])
    #expect(ticks(range([0...1437]), axis { $0.style.maxLabels = 2 }).ticks.count <= 2)
    let plain = ticks(range([3...1437]), axis { $0.isNice = false })
    #expect(plain.domain == Domain(3, 1437))
    #expect(ticks(range([0...1]), axis(), length: 0).ticks.count <= 3)
  }

  @Test("A step or ticks that the author chose are kept (R0: 0, 10 … 50)")
  func chosen() {
    let spec = axis {
      $0.min = 0
      $0.max = 60
      $0.step = 10
    }
    #expect(ticks(range([0...40]), spec).ticks.map(\.label) == ["0", "10", "20", "30", "40", "50", "60"])
    #expect(ticks(range([0...40]), axis { $0.ticks = [35, 7, 7, 1_000] }).ticks.map(\.value) == [7, 35])
  }

  @Test("A log axis begins above 0 whatever the data")
  func log() {
    let spec = axis { $0.scale = .log }
    #expect(range([1...1_000]).domain(spec) == Domain(1, 1_000))
    #expect(range([-5...1_000]).domain(spec) == Domain(1, 1_000))
    #expect(range([-5...(-1)]).domain(spec) == Domain(1, 10))
    // Bars begin at the power of ten below the least of them, so that it has a height, too.
    for (least, begin) in [(5.0, 1.0), (1, 0.1), (100, 10), (0.02, 0.01), (1e-300, 1e-301), (999, 100)] {
      #expect(abs(range([least...1e6], isFilled: true).domain(spec).lower / begin - 1) < 1e-12)
    }
    #expect(ticks(range([1...100_000]), spec).ticks.filter(\.isMajor).allSatisfy { $0.value > 0 })
  }

  @Test("No data, one value, no numbers: an axis all the same (faults 17–19, 21)")
  func degenerate() {
    #expect(ticks(range([]), axis()).ticks.count >= 2)
    #expect(ticks(range([nil]), axis()).ticks.count >= 2)
    let extents: [ClosedRange<Double>] = [
      5...5, 0...0, -1e300...1e300, (-Double.infinity)...Double.infinity, 1e-300...2e-300,
    ]
    for extent in extents {
      for spec in [axis(), axis { $0.scale = .log }, axis { $0.headroom = .nan }, axis { $0.step = 1e-300 }] {
        let made = ticks(range([extent]), spec)
        #expect(made.domain.lower < made.domain.upper)
        #expect(made.domain.lower.isFinite && made.domain.upper.isFinite)
        #expect(made.ticks.count <= 10_000)
        #expect(made.ticks.allSatisfy { $0.value.isFinite })
        let labels = made.ticks.map(\.label).filter { !$0.isEmpty }
        #expect(Set(labels).count == labels.count, "\(labels.prefix(5))")
      }
    }
  }

  @Test("Room for texts doesn't leave most of the axis empty")
  func use() throws {
    let texts = #""labels": "above""#
    for (spec, size, most) in [
      ("\"kind\": \"bar\", \"series\": [{\"values\": [-18, 22, 5], \(texts)}]", Size(width: 320, height: 200), 61.0),
      (
        "\"kind\": \"bar\", \"orientation\": \"horizontal\", \"series\": [{\"values\": [100, 95, -3], \(texts)}]",
        Size(width: 320, height: 200), 161
      ),
      ("\"kind\": \"scatter\", \"series\": [{\"values\": [0, 50, 99]}]", Size(width: 320, height: 200), 121),
    ] {
      let axis = try Plots.chart("{\(spec)}", size: size).plot.frame.left
      #expect(axis.domain.span < most, "\(axis.domain)")
    }
  }

  @Test("An axis of one value alone goes from 0 to a little beyond it", arguments: [7, -7, 0.5, 1200, 1e-9, 1e300])
  func oneValue(value: Double) throws {
    for kind in ["scatter", "line"] {
      for values in ["[\(value)]", "[\(value), \(value), null]"] {
        let layout = try Plots.layout("{\"kind\": \"\(kind)\", \"series\": [{\"values\": \(values)}]}")
        let domain = layout.frame.left.full
        let (near, far) = value > 0 ? (domain.lower, domain.upper) : (domain.upper, domain.lower)
        #expect(abs(near) <= abs(value) * 0.06 && abs(far) >= abs(value) * 1.05 && abs(far) <= abs(value) * 1.5)
        #expect(layout.frame.left.ticks.contains { $0.value == 0 })
      }
    }
    // Who doesn't want to see 0 has the value in the middle.
    let layout = try Plots.layout(
      "{\"kind\": \"line\", \"y\": {\"zero\": false}, \"series\": [{\"values\": [\(value)]}]}")
    let place = try #require(layout.frame.left.y(of: value))
    #expect(place > layout.plot.minY + layout.plot.height / 4 && place < layout.plot.maxY - layout.plot.height / 4)
  }
}
