@testable import ChartEngine
import ChartModel
import Testing
import TestSupport

@Suite("How long lines are")
struct SubpathLengthTests {
  /// A line of a straight piece and two curves as charts have them, which go evenly to the right, with heights by chance.
  private func line(_ random: inout SplitMix64) -> Subpath {
    func point(_ x: Double) -> Point { Point(x: x, y: random.number(0...200)) }
    let curves = [50.0, 140].map { x in
      Subpath.Segment.curve(control1: point(x + 30), control2: point(x + 60), to: point(x + 90))
    }
    return Subpath(start: point(20), segments: [.line(to: point(50))] + curves)
  }

  /// The length of 4,000 chords of each curve, by Bernstein's polynomials: too short by less than a thousandth of a px.
  private func chords(_ path: Subpath) -> Double {
    var (length, place) = (0.0, path.start)
    for segment in path.segments {
      switch segment {
      case .line(let end): length += (end - place).length
      case .curve(let control1, let control2, let end):
        var last = place
        for step in 1...4_000 {
          let (t, u) = (Double(step) / 4_000, 1 - Double(step) / 4_000)
          let (a, b, c, d) = (u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t)
          let next = Point(
            x: a * place.x + b * control1.x + c * control2.x + d * end.x,
            y: a * place.y + b * control1.y + c * control2.y + d * end.y)
          length += (next - last).length
          last = next
        }
      }
      place = segment.end
    }
    return length
  }

  @Test("A line is as long as its pieces, to a twentieth of a px, however its curves run", arguments: 1...20)
  func length(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let line = line(&random)
    #expect(abs(line.length - chords(line)) < 0.05)
  }

  @Test("The beginning of a line has the length that was asked for, and lies on it", arguments: 1...20)
  func beginning(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let line = line(&random)
    for share in [0.01, 0.2, 0.5, 0.9, 0.999] {
      let beginning = try #require(line.prefix(length: share * line.length))
      #expect(beginning.start == line.start)
      #expect(abs(chords(beginning) - share * line.length) < 0.05)
      // As near as hit tests look at curves.
      #expect(line.distance(to: beginning.end, below: 10) < 0.1)
    }
  }

  @Test("Of no length there is no beginning; what is asked for beyond the end is all of it")
  func ends() {
    let line = Subpath(start: .zero, segments: [.line(to: Point(x: 3, y: 4)), .line(to: Point(x: 3, y: 10))])
    #expect(line.length == 11)
    #expect(line.prefix(length: 0) == nil && line.prefix(length: -1) == nil)
    #expect(line.prefix(length: 11) == line && line.prefix(length: 12) == line)
    #expect(line.prefix(length: 5)?.end == Point(x: 3, y: 4))
    #expect(line.prefix(length: 8)?.segments == [.line(to: Point(x: 3, y: 4)), .line(to: Point(x: 3, y: 7))])
  }
}
