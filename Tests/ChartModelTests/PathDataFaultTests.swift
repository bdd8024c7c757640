import JSONModel
import Testing

@testable import ChartModel

@Suite("Faults in path data (B4)")
struct PathDataFaultTests {
  @Test(
    "B4: what is no path is refused, with the character and what was expected there",
    arguments: [
      ("", 0, "expected a move, M or m, but the path ends there"),
      ("  ", 2, "expected a move, M or m, but the path ends there"),
      ("L0 0", 0, #"expected a move, M or m, got "L""#),
      ("1 2", 0, #"expected a move, M or m, got "1""#),
      ("M", 1, "expected a number, but the path ends there"),
      ("M1", 2, "expected a number, but the path ends there"),
      ("M1 x", 3, #"expected a number, got "x""#),
      ("M1 2 x", 5, #"expected a number or a command, got "x""#),
      ("M1 2B3 4", 4, #"expected a number or a command, got "B""#),
      ("M1 2 3", 6, "expected a number, but the path ends there"),
      ("M1 2z3 4", 5, #"expected a command, got "3""#),
      ("M1 2z,L3 4", 5, #"expected a command, got ",""#),
      ("M,1 2", 1, #"expected a number, got ",""#),
      ("M1,,2", 3, #"expected a number, got ",""#),
      ("M1 2,", 5, "expected a number, but the path ends there"),
      ("M1 2,L3 4", 5, #"expected a number, got "L""#),
      ("M1e 2", 3, #"expected a digit in the exponent, got " ""#),
      ("M1e+", 4, "expected a digit in the exponent, but the path ends there"),
      ("M. 2", 1, #"expected a number, got ".""#),
      ("M- 2", 1, #"expected a number, got "-""#),
      ("M1 2L--1 2", 5, #"expected a number, got "-""#),
      ("M1 2L+-1 2", 5, #"expected a number, got "+""#),
      ("M1 2Lz", 5, #"expected a number, got "z""#),
      ("M0 0C1 2 3 4 5", 14, "expected a number, but the path ends there"),
      ("M0 0Q1 2 3", 10, "expected a number, but the path ends there"),
      ("M0 0A1 1 0 2 1 1 1", 11, #"expected a flag, 0 or 1, got "2""#),
      ("M0 0A1 1 0 0", 12, "expected a flag, 0 or 1, but the path ends there"),
      ("M0 0A1 1 0 0,,1 1 1", 13, #"expected a flag, 0 or 1, got ",""#),
      ("M0 0A1 1 0 0.5 1 1 1", 12, #"expected a flag, 0 or 1, got ".""#),
      ("M0 0A1 1 0 1 0", 14, "expected a number, but the path ends there"),
      ("MNaN 0", 1, #"expected a number, got "N""#),
      ("M0x10 0", 2, #"expected a number, got "x""#),
      ("M0 inf", 3, #"expected a number, got "i""#),
      ("M\u{FF11} 2", 1, "expected a number, got \"\u{FF11}\""),
      ("M1 2\u{E9}", 4, "expected a number or a command, got \"\u{E9}\""),
      ("M1 2\u{B}3 4", 4, #"expected a number or a command, got "\u000b""#),
      ("M1 2\u{0}", 4, #"expected a number or a command, got "\u0000""#),
      ("M1 2<script>", 4, #"expected a number or a command, got "<""#),
    ])
  func syntax(text: String, offset: Int, reason: String) {
    let fault = #expect(throws: PathDataError.self) { try PathData(text) }
    #expect(
      fault?.code == .syntax && fault?.offset == offset && fault?.reason == reason, "\(String(describing: fault))")
    #expect(fault?.description == "at character \(offset + 1) \(reason)")
  }

  @Test(
    "B4: nothing is infinite, or beyond a million squares",
    arguments: [
      ("M1e999 0", 1), ("M0-1e999", 2), ("M1000001 0", 1), ("M0 -1000000.1", 3), ("M1e6 0h1", 7),
      ("M0 1e6 0 0v-1V2", -1),
      ("M-1e6 0l-1 0", 8), ("M0 0C1 1 2 2 1e7 0", 13), ("M0 0A1e7 1 0 0 0 1 1", 5),
      // A mirrored control point
      ("M0 0C0 0-1e6 0 1e6 0S0 0 0 0", 21),
      ("M" + String(repeating: "9", count: 50_000) + " 0", 1),
    ])
  func reach(text: String, offset: Int) throws {
    guard offset >= 0 else {
      _ = try PathData(text)
      return
    }
    let fault = #expect(throws: PathDataError.self) { try PathData(text) }
    #expect(fault?.code == .limit && fault?.offset == offset, "\(String(describing: fault))")
  }

  @Test("B4: a path has at most 10,000 commands in 100,000 characters")
  func limits() throws {
    let whole = "M0 0" + String(repeating: "h1", count: 9_999)
    #expect(try PathData(whole).commands.count == 10_000)
    let fault = #expect(throws: PathDataError.self) { try PathData(whole + "z") }
    #expect(fault?.code == .limit && fault?.description == "at character 20004 expected at most 10000 commands")
    let long = "M0 0" + String(repeating: " ", count: 99_996)
    #expect(try PathData(long).commands.count == 1)
    let longer = #expect(throws: PathDataError.self) { try PathData(long + " ") }
    #expect(longer?.code == .limit && longer?.offset == 100_000)
  }

  @Test(
    "B4: a spec with a bad path is refused at its place",
    arguments: [
      (
        #"{"kind": "bar", "series": [{"shape": {"kind": "path", "path": "M0 0 L1 x"}}]}"#,
        #"series[0].shape.path: at character 9 expected a number, got "x""#
      ),
      (
        #"{"kind": "bar", "series": [{}, {"highlighted": {"shape": {"path": "0 0"}}}]}"#,
        #"series[1].highlighted.shape.path: at character 1 expected a move, M or m, got "0""#
      ),
      (
        #"{"kind": "bar", "series": [{"shape": {"kind": "path", "path": ""}}]}"#,
        #"series[0].shape.path: expected a string that is not empty, got """#
      ),
      (
        #"{"kind": "bar", "series": [{"shape": {"kind": "path", "path": 3}}]}"#,
        #"series[0].shape.path: expected an SVG path such as "M0 1L.5 0 1 1Z", got 3"#
      ),
      (
        #"{"kind": "bar", "series": [{"shape": "path"}]}"#, "series[0].shape.path: is required for the shape 'path'"
      ),
      (
        #"{"kind": "bar", "series": [{"shape": {"kind": "rounded", "path": "M0 1L1 1"}}]}"#,
        "series[0].shape.path: only the shape 'path' has one, got 'rounded'"
      ),
      (
        #"{"kind": "bar", "series": [{"highlighted": {"shape": {"kind": "rectangle", "path": "M0 1L1 1"}}}]}"#,
        "series[0].highlighted.shape.path: only the shape 'path' has one, got 'rectangle'"
      ),
    ])
  func places(text: String, message: String) throws {
    let fault = #expect(throws: InvalidValue.self) {
      try CartesianSpec.schema(.bar).decode(JSON(parsing: text))
    }
    #expect(fault?.description == message)
  }

  @Test("B4: a path is kept as it was written")
  func roundTrip() throws {
    let text = " m0,1 .5-1L1 1z"
    #expect(PathData.schema.encode(try PathData.schema.decode(.string(text))) == .string(text))
  }
}
