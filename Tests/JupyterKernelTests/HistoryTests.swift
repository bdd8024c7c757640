import JupyterKernel
import Testing

@Suite("Execution history")
struct HistoryTests {
  private static let history: ExecutionHistory = {
    var history = ExecutionHistory()
    for (index, code) in ["one", "two", "one", "three", "two", "ONE"].enumerated() {
      history.add(code, number: index + 1)
    }
    history.setOutput("2!", of: 2)
    return history
  }()

  @Test("Tail gives the newest, oldest first")
  func tail() {
    #expect(Self.history.tail(2).map(\.input) == ["two", "ONE"])
    #expect(Self.history.tail(100).count == 6)
    #expect(Self.history.tail(0).isEmpty)
    #expect(Self.history.tail(-1).isEmpty)
  }

  @Test("A range ends before its stop, and other sessions are empty")
  func range() {
    #expect(Self.history.range(session: 1, from: 2, to: 3).map(\.input) == ["two"])
    #expect(Self.history.range(session: 0, from: 5, to: nil).map(\.number) == [5, 6])
    #expect(Self.history.range(session: -1, from: 1, to: nil).isEmpty)
    #expect(Self.history.range(session: 2, from: 1, to: nil).isEmpty)
    #expect(Self.history.range(session: 1, from: 2, to: 3).first?.output == "2!")
  }

  @Test("A search finds whole inputs, the newest of each once if asked")
  func search() {
    #expect(Self.history.search("t*", count: nil, unique: false).map(\.number) == [2, 4, 5])
    #expect(Self.history.search("t*", count: nil, unique: true).map(\.number) == [4, 5])
    #expect(Self.history.search("t*", count: 1, unique: false).map(\.number) == [5])
    #expect(Self.history.search("o", count: nil, unique: false).isEmpty)
  }

  @Test("It is bounded in number and bytes")
  func bounds() {
    var few = ExecutionHistory(limit: 3, byteLimit: 1_000)
    for number in 1...5 { few.add("x", number: number) }
    #expect(few.tail(10).map(\.number) == [3, 4, 5])
    var small = ExecutionHistory(limit: 100, byteLimit: 10)
    for number in 1...5 { small.add("12345", number: number) }
    #expect(small.tail(10).map(\.number) == [4, 5])
    small.add(String(repeating: "y", count: 11), number: 6)
    #expect(small.tail(10).isEmpty)
  }

  @Test(
    "Patterns are SQLite's",
    arguments: [
      ("*", "anything\nat all", true), ("", "", true), ("", "a", false), ("a*c", "abbbc", true),
      ("a*c", "abbbcd", false),
      ("*b*", "abc", true), ("a?c", "a🥧c", true), ("a?c", "ac", false), ("[a-c]x", "bx", true), ("[a-c]x", "dx", false),
      ("[^a-c]x", "dx", true), ("[]]", "]", true), ("[ab", "[ab", true), ("a**b", "ab", true),
      ("%tap *", "%tap a 1 2", true),
      ("*a*a*a*a*b", String(repeating: "a", count: 200), false), ("[c-a]", "b", false),
    ])
  func globs(pattern: String, text: String, matches: Bool) {
    #expect(GlobPattern(pattern).matches(text) == matches)
  }
}
