import Testing

/// What is wrong among very many things: how often, and the first of it. An issue for each would bury the first.
struct Mismatches {
  private(set) var count = 0
  private(set) var first = ""

  mutating func expect(_ isRight: Bool, _ message: @autoclosure () -> String) {
    guard !isRight else { return }
    if count == 0 { first = message() }
    count += 1
  }

  func check(sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(count == 0, "first: \(first)", sourceLocation: sourceLocation)
  }
}
