import Testing
import TestSupport

@testable import ChartEngine

@Suite("A1 Scales: values to places and back")
struct PixelMapTests {
  /// Bounds of every kind: ordinary, swapped, equal, tiny, huge, neighbouring, and none at all.
  static let bounds: [Double] = [
    0, -0.0, 1, -1, 0.1, 42, 1e14, 1e14 + 3, 1.0.nextUp, 1e-12, 1e15, 1e300, -1e300, 1e-300, 1e308, -1e308,
    .greatestFiniteMagnitude, -.greatestFiniteMagnitude, .leastNonzeroMagnitude, -.leastNonzeroMagnitude,
    .leastNormalMagnitude, .nan, .infinity, -.infinity, 1.7e12, 1_795_000_000_000,
  ]

  @Test("A1 The bounds of a domain are at the ends of the range, whichever way it runs")
  func ends() {
    for (start, end) in [(0.0, 340.0), (170, 25), (-5, 5)] {
      let map = PixelMap(Domain(-3, 7), from: start, to: end)
      #expect(map.pixel(of: -3) == start && map.pixel(of: 7) == end && map.pixel(of: 2) == (start + end) / 2)
      let log = AxisTransform.log
      let logMap = PixelMap(log.coordinates(of: Domain(1, 10_000)), from: start, to: end)
      #expect(logMap.pixel(of: log.coordinate(of: 1)) == start)
      #expect(abs(logMap.pixel(of: log.coordinate(of: 100)) - (start + end) / 2) < 1e-9)
      #expect(abs(logMap.pixel(of: log.coordinate(of: 10_000)) - end) < 1e-9)
    }
  }

  @Test("A1 100,000 random values go to px and back, and rise or fall with the range")
  func roundTrip() {
    var random = SplitMix64(seed: 1)
    var wrong = Mismatches()
    for _ in 0..<100_000 {
      let magnitude = power(10, random.number(-300...300))
      let (first, second) = (random.number(-1...1) * magnitude, random.number(-1...1) * magnitude)
      let (start, end) = (random.number(-500...500), random.number(-500...500))
      guard first != second, abs(end - start) > 1 else { continue }
      let domain = Domain(first, second)
      let map = PixelMap(domain, from: start, to: end)
      let value = domain.lower + (domain.upper - domain.lower) * random.number(0...1)
      let share = (map.pixel(of: value) - start) / (end - start)
      wrong.expect(share >= -1e-12 && share <= 1 + 1e-12, "\(value) is at \(share) of \(domain)")
      wrong.expect(
        abs(map.value(at: map.pixel(of: value)) - value) <= 1e-12 * max(abs(first), abs(second)),
        "\(value) in \(domain)")
      let log = AxisTransform.log
      let other = max(abs(value), .leastNormalMagnitude)
      wrong.expect(abs(log.value(of: log.coordinate(of: other)) - other) <= 1e-11 * other, "\(other) on a log axis")
    }
    wrong.check()
  }

  @Test("Faults 17, 19: No bounds, range or value yield a place that is no number, nor trap")
  func anything() {
    var wrong = Mismatches()
    let ranges = [(0.0, 340.0), (170, 25), (10, 10), (0, 1e-12), (-4e6, 4e6)]
    for first in PixelMapTests.bounds {
      for second in PixelMapTests.bounds {
        let domain = Domain(first, second)
        wrong.expect(domain.lower < domain.upper, "\(first), \(second): \(domain)")
        wrong.expect(domain.lower.isFinite && domain.upper.isFinite, "\(first), \(second): \(domain)")
        if first.isFinite, second.isFinite, first != second {
          wrong.expect(domain.lower == min(first, second) && domain.upper == max(first, second), "\(first), \(second)")
        }
        for transform in [AxisTransform.linear, .log] {
          let coordinates = transform.coordinates(of: domain)
          wrong.expect(coordinates.lower < coordinates.upper, "\(domain) as \(transform)")
          for (start, end) in ranges {
            let map = PixelMap(coordinates, from: start, to: end)
            for value in PixelMapTests.bounds where value.isFinite {
              let place = map.pixel(of: transform.coordinate(of: value))
              wrong.expect(
                place.isFinite || transform == .log && value <= 0, "\(value) is at \(place) of \(domain), \(transform)")
            }
          }
        }
      }
    }
    wrong.check()
  }

  @Test("Fault 17: The largest and the smallest domains fill the range as any other")
  func extremes() {
    for size in [Double.greatestFiniteMagnitude, 1e300, 1e-300] {
      let map = PixelMap(Domain(-size, size), from: 0, to: 100)
      for (value, place) in [(-size, 0.0), (0, 50), (size, 100)] {
        #expect(abs(map.pixel(of: value) - place) < 1e-9, "\(value) of \(size)")
      }
    }
    let neighbours = PixelMap(Domain(1, 1.0.nextUp), from: 0, to: 100)
    #expect(neighbours.pixel(of: 1) == 0 && abs(neighbours.pixel(of: 1.0.nextUp) - 100) < 1e-9)
  }

  @Test("Faults 19, 21: A single value is in the middle, and a missing bound is replaced by the other one")
  func single() {
    #expect(Domain(5, 5) == Domain(2.5, 7.5) && Domain(-4, -4) == Domain(-6, -2))
    #expect(Domain(0, 0) == Domain(0, 1) && Domain(.nan, .infinity) == Domain(0, 1))
    #expect(Domain(8, .nan) == Domain(8, 8) && Domain(-.infinity, 8) == Domain(8, 8))
  }

  @Test("Fault 24: Instants a millisecond apart stay a px apart, far from 1970")
  func origin() {
    let start = 1_795_000_000_000.0
    let map = PixelMap(Domain(start, start + 1000), from: 0, to: 1000)
    for offset in 0...1000 { #expect(map.pixel(of: start + Double(offset)) == Double(offset)) }
  }

  @Test("A1 Values of 0 and less have no place on a log axis, and a domain is cut to what has")
  func logarithms() {
    let log = AxisTransform.log
    #expect(log.coordinates(of: Domain(-5, 1000)) == Domain(0, 3))
    #expect(log.coordinate(of: 0).isNaN && log.coordinate(of: -1).isNaN && log.coordinate(of: 10) == 1)
    #expect(log.coordinates(of: Domain(-5, -1)) == Domain(-2, 1))
  }
}
