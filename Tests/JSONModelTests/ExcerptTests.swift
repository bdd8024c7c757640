import JSONModel
import Testing

@Suite("Messages repeat what was wrong, but not all of it")
struct ExcerptTests {
  @Test("A long key, text or number is cut where a message names it")
  func cut() {
    let long = String(repeating: "ü", count: 100_000)
    #expect(JSONPath([.key(long), .index(3), .key("a")]).description == String(repeating: "ü", count: 199) + "…[3].a")
    let digits = JSON.literal(String(repeating: "9", count: 100_000))
    for value in [JSON.string(long), digits, .string(String(repeating: "e\u{301}", count: 50_000))] {
      #expect(InvalidValue(expected: "a list", got: value).description.utf8.count < 200)
    }
  }

  @Test("A name of up to 200 characters is whole")
  func whole() {
    let name = String(repeating: "日", count: 200)
    #expect(JSONPath([.key(name)]).description == name)
    #expect(JSONPath([.key(name + "x")]).description == String(name.dropLast()) + "…")
  }
}
