@testable import ChartEngine
import Testing

@Suite("A1 Scales: values to places and back")
struct ScaleTests {
  /// Bounds of every kind: ordinary, swapped, equal, tiny, huge, neighbouring, and none at all.
  static let bounds: [Double] = [
    0, -0.0, 1, -1, 0.1, 42, 1e14, 1e14 + 3, 1.0.nextUp, 1e-12, 1e15, 1e300, -1e300, 1e-300, 1e308, -1e308,
    .greatestFiniteMagnitude, -.greatestFiniteMagnitude, .leastNonzeroMagnitude, -.leastNonzeroMagnitude,
    .leastNormalMagnitude, .nan, .infinity, -.infinity, 1.7e12, 1_795_000_000_000,
  ]
  static let ranges = [
    PixelRange(0, 340), PixelRange(170, 25), PixelRange(10, 10), PixelRange(.nan, 100), PixelRange(-1e300, 1e300),
    PixelRange(0, 1e-12),
  ]

  @Test("A1 The bounds of a domain are at the ends of the range, whichever way it runs")
  func ends() throws {
    for (start, end) in [(0.0, 340.0), (170, 25), (-5, 5)] {
      let range = PixelRange(start, end)
      #expect(LinearScale(Domain(-3, 7), range).position(of: -3) == start)
      #expect(LinearScale(Domain(-3, 7), range).position(of: 7) == end)
      #expect(LinearScale(Domain(-3, 7), range).position(of: 2) == (start + end) / 2)
      #expect(LogScale(Domain(1, 10_000), range).position(of: 1) == start)
      #expect(abs(try #require(LogScale(Domain(1, 10_000), range).position(of: 100)) - (start + end) / 2) < 1e-9)
      #expect(abs(try #require(LogScale(Domain(1, 10_000), range).position(of: 10_000)) - end) < 1e-9)
      #expect(TimeScale(0, 86_400_000, range).position(of: 43_200_000) == (start + end) / 2)
    }
  }

  @Test("A1 100,000 random values go to px and back, and rise or fall with the range")
  func roundTrip() {
    var random = SplitMix64(seed: 1)
    var wrong = Mismatches()
    for _ in 0..<100_000 {
      let magnitude = power(10, random.number(-300...300))
      let first = random.number(-1...1) * magnitude
      let second = random.number(-1...1) * magnitude
      guard first != second else { continue }
      let range = PixelRange(random.number(-500...500), random.number(-500...500))
      guard abs(range.length) > 1 else { continue }
      let scale = LinearScale(Domain(first, second), range)
      let value = scale.domain.lower + (scale.domain.upper - scale.domain.lower) * random.number(0...1)
      guard let position = scale.position(of: value) else {
        wrong.expect(false, "\(value) has no place on \(scale)")
        continue
      }
      wrong.expect(scale.map.unbounded(value) == position, "\(value) without bounds on \(scale)")
      let share = (position - range.start) / range.length
      wrong.expect(share >= -1e-12 && share <= 1 + 1e-12, "\(value) is at \(share) of \(scale)")
      wrong.expect(
        abs(scale.value(at: position) - value) <= 1e-12 * max(abs(first), abs(second)), "\(value) on \(scale)")

      let log = LogScale(abs(first), abs(second), range)
      let other = log.domain.lower + (log.domain.upper - log.domain.lower) * random.number(0...1)
      let place = log.position(of: other) ?? .nan
      wrong.expect(abs(log.value(at: place) - other) <= 1e-11 * other, "\(other) on \(log)")
    }
    wrong.check()
  }

  @Test("Faults 17, 19: No bounds, range or value yield a place that is no number, nor trap")
  func anything() {
    var wrong = Mismatches()
    for first in ScaleTests.bounds {
      for second in ScaleTests.bounds {
        let domain = Domain(first, second)
        wrong.expect(domain.lower < domain.upper, "\(first), \(second): \(domain)")
        wrong.expect(domain.lower.isFinite && domain.upper.isFinite, "\(first), \(second): \(domain)")
        if first.isFinite, second.isFinite, first != second {
          wrong.expect(domain.lower == min(first, second) && domain.upper == max(first, second), "\(first), \(second)")
        }
        for range in ScaleTests.ranges {
          let scales: [any Scale] = [
            LinearScale(domain, range), LogScale(domain, range), LogScale(first, second, range),
            TimeScale(first, second, range),
          ]
          for scale in scales {
            for value in ScaleTests.bounds {
              let position = scale.position(of: value)
              wrong.expect(position?.isFinite != false, "\(value) is at \(String(describing: position)) on \(scale)")
              wrong.expect(scale.value(at: value).isFinite, "\(value) px on \(scale)")
              if !value.isFinite { wrong.expect(position == nil, "\(value) has a place on \(scale)") }
              if scale is LinearScale, value.isFinite { wrong.expect(position != nil, "\(value) on \(scale)") }
            }
          }
        }
      }
    }
    wrong.check()
  }

  @Test("Fault 17: The largest and the smallest domains fill the range as any other")
  func extremes() throws {
    let range = PixelRange(0, 100)
    for size in [Double.greatestFiniteMagnitude, 1e300, 1e-300, .leastNormalMagnitude] {
      let scale = LinearScale(Domain(-size, size), range)
      for (value, position) in [(-size, 0.0), (0, 50), (size, 100)] {
        #expect(abs(try #require(scale.position(of: value)) - position) < 1e-9)
      }
    }
    let least = LinearScale(Domain(0, .leastNonzeroMagnitude), range)
    #expect(least.position(of: .leastNonzeroMagnitude) == 100)
    let neighbours = LinearScale(Domain(1, 1.0.nextUp), range)
    #expect(neighbours.position(of: 1) == 0 && neighbours.position(of: 1.0.nextUp) == 100)
  }

  @Test("Faults 19, 21: A single value is in the middle, and a missing bound is replaced by the other one")
  func single() throws {
    #expect(Domain(5, 5) == Domain(2.5, 7.5) && Domain(-4, -4) == Domain(-6, -2))
    #expect(Domain(0, 0) == Domain(0, 1) && Domain(.nan, .infinity) == Domain(0, 1))
    #expect(Domain(8, .nan) == Domain(8, 8) && Domain(-.infinity, 8) == Domain(8, 8))
    let noon = TimeScale(1e12, 1e12, PixelRange(0, 100))
    #expect(noon.position(of: 1e12) == 50 && noon.position(of: 1e12 + 43_200_000) == 100)
    #expect(abs(try #require(LogScale(7, 7, PixelRange(0, 100)).position(of: 7)) - 50) < 1e-9)
  }

  @Test("Fault 24: Instants a millisecond apart stay a px apart, far from 1970")
  func origin() throws {
    let start = 1_795_000_000_000.0
    let scale = TimeScale(start, start + 1000, PixelRange(0, 1000))
    for offset in 0...1000 {
      #expect(try #require(scale.position(of: start + Double(offset))) == Double(offset))
    }
    let positions = scale.positions(of: [start, .nan, start + 250])
    #expect(positions[0] == 0 && positions[1].isNaN && positions[2] == 250)
    // Without an origin a thousandth of a px would be lost, so that form is refused.
    #expect(scale.map.plain == nil)
    let plain = try #require(LinearScale(Domain(10, 20), PixelRange(0, 100)).map.plain)
    #expect(plain.scale * 15 + plain.offset == 50)
  }

  @Test("A1 Values of 0 and less have no place on a log scale, and a domain is cut to what has")
  func logarithms() {
    let scale = LogScale(Domain(-5, 1000), PixelRange(0, 300))
    #expect(scale.domain == Domain(1, 1000))
    #expect(scale.position(of: 0) == nil && scale.position(of: -1) == nil && scale.position(of: 10) != nil)
    #expect(LogScale(Domain(-5, -1), PixelRange(0, 300)).domain == Domain(1, 10))
    #expect(scale.positions(of: [-1, 1]).map(\.isNaN) == [true, false])
    // Neighbouring doubles are told apart.
    let narrow = LogScale(Domain(1, 1.0.nextUp), PixelRange(0, 100))
    #expect(narrow.position(of: 1) == 0 && narrow.position(of: 1.0.nextUp) == 100)
  }
}
