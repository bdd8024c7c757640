import ChartModel
import JSONModel
import Testing

@Suite("Path data (B4)")
struct PathDataTests {
  /// What is written, and what it means: `M` and `L` to a place, `C`, `Q` and `A` with all they have, `Z`.
  static let examples: [(String, String)] = [
    // Moves and lines
    ("M1 2", "M1,2"),
    ("m1 2", "M1,2"),
    ("M1 2 3 4 5 6", "M1,2 L3,4 L5,6"),
    ("m1 2 3 4 5 6", "M1,2 L4,6 L9,12"),
    ("M1 2L3 4 5 6", "M1,2 L3,4 L5,6"),
    ("M1 2l3 4 5 6", "M1,2 L4,6 L9,12"),
    ("M1 2H5 6", "M1,2 L5,2 L6,2"),
    ("M1 2h5 6", "M1,2 L6,2 L12,2"),
    ("M1 2V5 6", "M1,2 L1,5 L1,6"),
    ("M1 2v5 6", "M1,2 L1,7 L1,13"),
    ("M1 2M3 4m1 1", "M1,2 M3,4 M4,5"),
    ("M1 2m3 4 1 1", "M1,2 M4,6 L5,7"),
    // Closing leads back to where the piece began.
    ("M1 2 5 5z", "M1,2 L5,5 Z"),
    ("M1 2 5 5Zl1 1", "M1,2 L5,5 Z L2,3"),
    ("M1 2 5 5zm1 1 1 1z", "M1,2 L5,5 Z M2,3 L3,4 Z"),
    ("M1 2zZh1", "M1,2 Z Z L2,2"),
    // Cubic curves
    ("M1 1C2 3 4 5 6 7", "M1,1 C2,3,4,5,6,7"),
    ("M1 1c2 3 4 5 6 7", "M1,1 C3,4,5,6,7,8"),
    ("M0 0C1 2 3 4 5 6 7 8 9 10 11 12", "M0,0 C1,2,3,4,5,6 C7,8,9,10,11,12"),
    ("M1 1c1 2 3 4 5 6 1 0 2 0 3 0", "M1,1 C2,3,4,5,6,7 C7,7,8,7,9,7"),
    ("M0 0C1 2 3 4 5 6S7 8 9 10", "M0,0 C1,2,3,4,5,6 C7,8,7,8,9,10"),
    ("M1 1c0 2 3 4 5 6s1 1 2 0", "M1,1 C1,3,4,5,6,7 C8,9,7,8,8,7"),
    ("M0 0C0 1 1 1 1 0S2-1 2 0 3 1 3 0", "M0,0 C0,1,1,1,1,0 C1,-1,2,-1,2,0 C2,1,3,1,3,0"),
    ("M1 2S3 4 5 6", "M1,2 C1,2,3,4,5,6"),
    ("M0 0C1 2 3 4 5 6L7 7S8 8 9 9", "M0,0 C1,2,3,4,5,6 L7,7 C7,7,8,8,9,9"),
    ("M0 0Q1 2 3 4S5 6 7 8", "M0,0 Q1,2,3,4 C3,4,5,6,7,8"),
    ("M0 0C1 2 3 4 5 6ZS5 6 7 8", "M0,0 C1,2,3,4,5,6 Z C0,0,5,6,7,8"),
    // Quadratic curves
    ("M1 1Q2 3 4 5", "M1,1 Q2,3,4,5"),
    ("M1 1q2 3 4 5", "M1,1 Q3,4,5,6"),
    ("M1 1q1 2 3 0 1-2 3 0", "M1,1 Q2,3,4,1 Q5,-1,7,1"),
    ("M0 0Q1 2 2 0T4 0", "M0,0 Q1,2,2,0 Q3,-2,4,0"),
    ("M0 0q1 2 2 0t2 0 2 0", "M0,0 Q1,2,2,0 Q3,-2,4,0 Q5,2,6,0"),
    ("M1 2T3 4", "M1,2 Q1,2,3,4"),
    ("M1 2T3 4T5 6", "M1,2 Q1,2,3,4 Q5,6,5,6"),
    ("M0 0C1 2 3 4 5 6T7 8", "M0,0 C1,2,3,4,5,6 Q5,6,7,8"),
    // Arcs, whose flags need nothing around them
    ("M1 1A2 3 45 0 1 4 5", "M1,1 A2,3,45,0,1,4,5"),
    ("M1 1a2 3 45 1 0 4 5", "M1,1 A2,3,45,1,0,5,6"),
    ("M0 0a25,25 -30 0,1 50,-25", "M0,0 A25,25,-30,0,1,50,-25"),
    ("M0 0A1 2 30 01.5-3", "M0,0 A1,2,30,0,1,0.5,-3"),
    ("M0 0A1 2 30 1110 5", "M0,0 A1,2,30,1,1,10,5"),
    ("M0 0a1 2 3 00-1 1 1 2 3,1,0,4,5", "M0,0 A1,2,3,0,0,-1,1 A1,2,3,1,0,3,6"),
    ("M0 0A-1-2-30 0 1 1 1", "M0,0 A1,2,-30,0,1,1,1"),
    ("M0 0A0 0 0 0 0 1 1", "M0,0 A0,0,0,0,0,1,1"),
    // Numbers
    ("M0,0.5.5-1e-2", "M0,0.5 L0.5,-0.01"),
    ("M.5.5L1.5.5.25.125", "M0.5,0.5 L1.5,0.5 L0.25,0.125"),
    ("M-.5-.5+1+2-3-4", "M-0.5,-0.5 L1,2 L-3,-4"),
    ("M1e2 1E+1 25e-2.5", "M100,10 L0.25,0.5"),
    ("M1. 2.L3.e1-4.", "M1,2 L30,-4"),
    ("M007 00.50", "M7,0.5"),
    ("M-0 1e-999", "M0,0"),
    ("M1000000-1e6", "M1000000,-1000000"),
    // White space, and one comma at most
    (" \t\n\r\u{C}M 1 , 2 \r\n L3,4 , 5\t,\n6Z \n", "M1,2 L3,4 L5,6 Z"),
    ("M1,2,3,4", "M1,2 L3,4"),
    // A bar with an arrow's head, and a drop
    ("M.5 0 1 .3H.8V1H.2V.3H0z", "M0.5,0 L1,0.3 L0.8,0.3 L0.8,1 L0.2,1 L0.2,0.3 L0,0.3 Z"),
    (
      "M.5,0C.5.4,1,.5,1,.8S.8,1,.5,1,0,.9,0,.8.5.4.5,0Z",
      "M0.5,0 C0.5,0.4,1,0.5,1,0.8 C1,1.1,0.8,1,0.5,1"
        + " C0.2,1,0,0.9,0,0.8 C0,0.7,0.5,0.4,0.5,0 Z"
    ),
  ]

  @Test("B4: every command, absolute and relative, in all its forms", arguments: examples)
  func grammar(text: String, meaning: String) throws {
    let data = try PathData(text)
    #expect(data.commands.map(\.meaning).joined(separator: " ") == meaning)
    #expect(data.text == text)
  }

  @Test("B4: the JSON Schema's pattern allows all that is read")
  func pattern() throws {
    let document = PathData.schema.standaloneDocument(id: "path", title: "Path")
    let pattern = try Regex(try #require(document["pattern"]?.stringValue))
    for (text, _) in Self.examples { #expect(text.contains(pattern), "\(text)") }
    for text in ["", "L1 1", "x", "M0 0x", "M0 0\u{E9}"] { #expect(!text.contains(pattern), "\(text)") }
    #expect(document["minLength"] == 1 && document["maxLength"] == 100_000)
  }
}

extension PathData.Command {
  /// Letter and numbers, to 12 digits: sums of decimals are no decimals.
  var meaning: String {
    func text(_ points: Point...) -> String { text(points.flatMap { [$0.x, $0.y] }) }
    func text(_ numbers: [Double]) -> String {
      numbers.map { JSON(($0 * 1e12).rounded() / 1e12 + 0).text.replacing(/\.0$/, with: "") }.joined(separator: ",")
    }
    switch self {
    case .move(let point): return "M" + text(point)
    case .line(let end): return "L" + text(end)
    case .cubic(let control1, let control2, let end): return "C" + text(control1, control2, end)
    case .quadratic(let control, let end): return "Q" + text(control, end)
    case .arc(let arc):
      let flags = [arc.isLarge ? 1.0 : 0, arc.isClockwise ? 1 : 0]
      return "A" + text([arc.radii.width, arc.radii.height, arc.rotation] + flags + [arc.end.x, arc.end.y])
    case .close: return "Z"
    }
  }
}
