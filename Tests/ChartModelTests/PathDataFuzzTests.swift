import ChartModel
import JSONModel
import Testing
import TestSupport

@Suite("Random path data (B4)")
struct PathDataFuzzTests {
  @Test("B4: what is written in any of its forms is read as what was meant")
  func roundTrip() throws {
    var random = SplitMix64(seed: 1)
    for _ in 0..<1500 {
      var path = RandomPath()
      for _ in 0..<random.whole(0...30) { path.append(&random) }
      let commands = try PathData(path.text).commands
      let isSame = commands == path.commands
      #expect(isSame, "\(path.text)")
      if !isSame { break }
    }
  }

  @Test("B4: whatever is given, it is read within its bounds or refused at one of its characters")
  func fuzz() throws {
    var random = SplitMix64(seed: 2)
    let alphabet = Array("MmLlHhVvCcSsQqTtAaZz0123456789.,-+eE \n\tx\u{E9}\u{1F4C8}".unicodeScalars)
    var (read, refused) = (0, 0)
    for round in 0..<20_000 {
      var scalars = Array("M0 0".unicodeScalars)
      if round % 2 == 0 {
        var path = RandomPath()
        for _ in 0..<random.whole(0...6) { path.append(&random) }
        scalars = Array(path.text.unicodeScalars)
      }
      for _ in 0..<random.whole(1...(round % 2 == 0 ? 3 : 30)) {
        let scalar = alphabet[random.whole(0...(alphabet.count - 1))]
        let place = random.whole(0...scalars.count)
        switch random.whole(0...2) {
        case 0 where place < scalars.count: scalars[place] = scalar
        case 1 where place < scalars.count && round % 2 == 0: scalars.remove(at: place)
        default: scalars.insert(scalar, at: round % 2 == 0 ? place : scalars.count)
        }
      }
      let text = String(String.UnicodeScalarView(scalars))
      do throws(PathDataError) {
        let data = try PathData(text)
        let isSound = data.isSound
        #expect(isSound, "\(text)")
        read += 1
      } catch {
        let isInside = (0...scalars.count).contains(error.offset) && !error.reason.isEmpty
        #expect(isInside, "\(error) in \(text)")
        refused += 1
      }
    }
    #expect(read > 1000 && refused > 1000, "\(read) read, \(refused) refused")
  }
}

extension PathData {
  /// Whether it begins with a move and stays where it may be.
  fileprivate var isSound: Bool {
    guard case .move? = commands.first else { return false }
    return commands.allSatisfy { command in
      let points: [Point] =
        switch command {
        case .move(let end), .line(let end): [end]
        case .cubic(let control1, let control2, let end): [control1, control2, end]
        case .quadratic(let control, let end): [control, end]
        case .arc(let arc): [Point(x: arc.radii.width, y: arc.radii.height), Point(x: arc.rotation, y: 0), arc.end]
        case .close: []
        }
      return points.allSatisfy { abs($0.x) <= PathData.reach && abs($0.y) <= PathData.reach }
    }
  }
}
