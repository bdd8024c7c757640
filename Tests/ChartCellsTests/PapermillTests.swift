import CellModel
import ChartCells
import JSONModel
import OrderedCollections
import Testing
import TestSupport

@Suite("Cells: papermill's parameters")
struct PapermillTests {
  @Test("whatever papermill writes is read as it was meant", .timeLimit(.minutes(15)))
  func roundTrips() throws {
    var generator = SplitMix64(seed: 11)
    for _ in 0..<300 {
      let fixture = CellFixture()
      var parameters: OrderedDictionary<String, JSON> = [:]
      for index in 0..<Int.random(in: 1...4, using: &generator) {
        parameters["_p\(index)"] = PapermillTests.random(depth: 3, using: &generator)
      }
      let code =
        Bool.random(using: &generator)
        ? PapermillText.assignments(parameters)
        : parameters.map { "\($0): object = \(PapermillText.spread($1))\n" }.joined()
      #expect(fixture.cells.completeness(of: code) == .complete, "\(code)")
      #expect(try fixture.run(code).isEmpty, "\(code)")
      #expect(try fixture.run("%parameters").first?.json == .object(parameters), "\(code)")
    }
  }

  /// The text is papermill 2.7's, for values that its escapes and its way to write numbers make hard.
  @Test("a cell that papermill has written")
  func papermill() throws {
    let fixture = CellFixture()
    _ = try fixture.run(
      #"""
      # Parameters
      a = 1
      b = 1.5
      c = 1e+16
      d = "\xe9\n\t\"x\" 'y' \\ \U0001f600 \x00\x7f"
      e = [1, None, True, float('nan')]
      f = {"k": [1.0, {"z": -3}]}
      g = 1000000000000000000000000000000
      h = 1e-07
      """#)
    #expect(
      try fixture.run("%parameters").first?.json == [
        "a": 1, "b": 1.5, "c": 1e16, "d": "é\n\t\"x\" 'y' \\ 😀 \u{0}\u{7F}", "e": [1, nil, true, nil],
        "f": ["k": [1.0, ["z": -3]]], "g": .literal("1000000000000000000000000000000"), "h": 1e-7,
      ])
  }

  private static func random(depth: Int, using generator: inout SplitMix64) -> JSON {
    switch Int.random(in: 0..<(depth > 0 ? 9 : 7), using: &generator) {
    case 0: return nil
    case 1: return .bool(Bool.random(using: &generator))
    case 2: return .integer(Int.random(in: .min ... .max, using: &generator))
    case 3: return .number(Double.random(in: -1e6...1e6, using: &generator))
    case 4:
      let value = Double(bitPattern: generator.next())
      return value.isFinite ? .number(value) : .number(-0.0)
    case 5, 6: return .string(text(using: &generator))
    case 7:
      return .array(
        (0..<Int.random(in: 0...4, using: &generator)).map { _ in random(depth: depth - 1, using: &generator) })
    default:
      var members: OrderedDictionary<String, JSON> = [:]
      for _ in 0..<Int.random(in: 0...4, using: &generator) {
        members[text(using: &generator)] = random(depth: depth - 1, using: &generator)
      }
      return .object(members)
    }
  }

  private static func text(using generator: inout SplitMix64) -> String {
    var text = String.UnicodeScalarView()
    for _ in 0..<Int.random(in: 0...12, using: &generator) {
      let bound: UInt32 = [0x20, 0x80, 0x100, 0x10000, 0x110000].randomElement(using: &generator) ?? 0x80
      if let scalar = Unicode.Scalar(UInt32.random(in: 0..<bound, using: &generator)) { text.append(scalar) }
      if let scalar = "\\\"'#$[]{}(),:=\n\r".unicodeScalars.randomElement(using: &generator) { text.append(scalar) }
    }
    return String(text)
  }
}
