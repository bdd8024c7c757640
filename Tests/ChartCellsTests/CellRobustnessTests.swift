import CellModel
import ChartCells
import JSONModel
import JSONRPC
import ServiceTestSupport
import Testing
import TestSupport

@Suite("Cells: robustness")
struct CellRobustnessTests {
  private static let seeds = [
    CellFixture.spending,
    "{\"kind\": \"pie\", \"slices\": [{\"label\": \"食費😀\", \"value\": 1e3}]}\n%tap 1 2\n%echo --stderr x;",
    "kind: pie\nslices:\n- &a {label: 'it''s', value: .5}\n- *a\n- <<: *a\n  label: |\n    x\n---\n%rotate spending to=90 ;\n",
    "[{\"jsonrpc\": \"2.0\", \"method\": \"chart/render\", \"params\": {\"chart\": \"spending\"}, \"id\": 1}]\n%show size={width: 10, height: 10}",
    "%help tap\n%highlight 1\n%update spending {hole: 0.4}\n%undo\n%hitTest x=1 y=2 # c\n%create {kind: pie} b",
    "angle: float = 3.5e1  # c\nlist = [1, 'a\\x41',\n  (True, {\"k\": float('nan')}),\n]\n$angle\n%rotate $angle\n%parameters",
    "?tap\ntap?\nb = 2\nkind: pie\nid: $a\ntitle: '$b $$b ${value}'\nslices: [{value: $b}]\n%echo $b\n%clear --wait\n?\n$b?",
  ]
  private static let pieces = Array(
    "\n\r\t :-[](){}$,\"'#%&*!|>?@`\\=;.~0é食😀\u{200D}\u{301}\u{0}\u{FEFF}\u{2028}\u{85}".unicodeScalars)

  /// Everything that can be asked of a cell. None of it may trap; what it answers must lie in the text.
  private func ask(_ fixture: CellFixture, _ code: String, _ generator: inout SplitMix64) {
    let count = code.unicodeScalars.count
    if let fault = fixture.fault(code), let line = fault.line, let column = fault.column {
      #expect(line >= 1 && column >= 1 && fault.excerpt.count == 2, "\(code.debugDescription)")
    }
    for _ in 0..<3 {
      let cursor = Int.random(in: -1...(count + 1), using: &generator)
      let completions = fixture.cells.completions(of: code, at: cursor)
      #expect(0 <= completions.start && completions.start <= completions.end && completions.end <= count)
      _ = fixture.cells.inspect(code, at: cursor)
    }
    _ = fixture.cells.completeness(of: code)
  }

  @Test("no mutation of a valid cell traps", .timeLimit(.minutes(15)), arguments: 0..<7)
  func mutations(seed: Int) throws {
    var generator = SplitMix64(seed: UInt64(seed))
    for _ in sample(0..<120) {
      let fixture = try CellFixture.withChart()
      var scalars = Array(CellRobustnessTests.seeds[seed].unicodeScalars)
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        let place = Int.random(in: 0...scalars.count, using: &generator)
        let piece = CellRobustnessTests.pieces.randomElement(using: &generator) ?? " "
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: scalars.insert(piece, at: place)
        case 1 where place < scalars.count: scalars.remove(at: place)
        case 2 where place < scalars.count: scalars[place] = piece
        default: scalars.removeLast(min(scalars.count, Int.random(in: 0...scalars.count, using: &generator)))
        }
      }
      var view = String.UnicodeScalarView()
      view.append(contentsOf: scalars)
      ask(fixture, String(view), &generator)
    }
  }

  @Test("no random text traps", .timeLimit(.minutes(15)))
  func randomText() throws {
    var generator = SplitMix64(seed: 7)
    let fixture = try CellFixture.withChart()
    let words = [
      "kind", "pie", "slices", "label", "value", "%tap ", "%", "---", "\"jsonrpc\"", "\"method\"", "<<", "spending",
      "\n$a", "\na = ", "?tap", "a: int = [",
    ]
    for _ in 0..<400 {
      var code = ""
      for _ in 0..<Int.random(in: 0...40, using: &generator) {
        if Bool.random(using: &generator) {
          code += words.randomElement(using: &generator) ?? ""
        } else if let piece = CellRobustnessTests.pieces.randomElement(using: &generator) {
          code.unicodeScalars.append(piece)
        }
      }
      ask(fixture, code, &generator)
    }
    for length in [1, 5, 50, 500] {
      let bytes = (0..<length).map { _ in UInt8.random(in: 0...255, using: &generator) }
      ask(fixture, String(decoding: bytes, as: UTF8.self), &generator)
    }
  }

  @Test(
    "large cells are read in time that grows with their size only", .timeLimit(.minutes(15)),
    arguments: [
      "{\n", "[", "- ", "%\n", "%tap \n", "\"", "a: ", "'\n", "---\n", "{}\n", "? ", "\"method\" {\n", "%x ;", "#\n",
      "*a ", "| ", "a:\n ",
      "%echo {", "[\"jsonrpc\"\n", "\t", "\r", "a = 1\n", "a = [", "a: int[", "?\n", "a = {'a': ", "$",
      "a: List[int] | ",
    ])
  func large(piece: String) throws {
    let code = String(repeating: piece, count: sample(0..<100_000 / piece.utf8.count).count)
    var generator = SplitMix64(seed: 1)
    ask(CellFixture(), code, &generator)
  }

  @Test("a cell of a megabyte", .timeLimit(.minutes(15)))
  func megabyte() throws {
    var code = "kind: pie\nid: large\nslices:\n"
    for index in 0..<9_000 { code += "  - {label: 'slice \(index)', value: \(index), color: '#4477aa'}\n" }
    code += "# " + String(repeating: "x", count: 500_000) + "\n%charts"
    let outputs = try CellFixture().run(code)
    #expect(outputs.last?.json == ["charts": ["large"]])
    let fault = try #require(CellFixture().fault(code.replacing("value: 8999", with: "value: -1")))
    #expect([fault.line, fault.column] == [9_003, 34])
  }
}
