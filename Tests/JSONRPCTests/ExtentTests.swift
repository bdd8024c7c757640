@testable import JSONRPC
import JSONModel
import Testing

@Suite("How large and how deep a value is")
struct ExtentTests {
  @Test(
    "a value is as large as its text, where nothing in it must be escaped",
    arguments: [
      "null", "true", "false", "0", "-12345", "\"\"", "\"text\"", "[]", "{}", "[1]", "[1,2,3]", "{\"a\":1}",
      "{\"a\":1,\"bc\":[true,null]}", "[[],[[]],{}]", "[{\"a\":\"b\"},[-1,\"\",{\"long key\":{\"x\":[1,2]}}],false]",
      "123456789012345678901234567890",
    ])
  func size(text: String) throws {
    #expect(try JSON(parsing: text).writtenSize == text.utf8.count)
  }

  @Test("a double counts as eight bytes, whatever its digits", arguments: [0.5, 1e300, -0.1234567890123])
  func doubles(value: Double) {
    #expect(JSON.number(value).writtenSize == 8)
    #expect(JSON.array([.number(value), .number(value)]).writtenSize == 8 + 8 + 3)
  }

  @Test(
    "arrays and objects are one deeper than the deepest that they hold, all else is not deep",
    arguments: [
      ("1", 0), ("\"[[]]\"", 0), ("[]", 1), ("{}", 1), ("[1,2]", 1), ("[[],1]", 2), ("[1,[[]],[]]", 3),
      ("{\"a\":{}}", 2), ("{\"a\":1,\"b\":[{\"c\":[]}],\"d\":{}}", 4),
    ])
  func depth(text: String, depth: Int) throws {
    #expect(try JSON(parsing: text).depth == depth)
  }
}
