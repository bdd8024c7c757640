import Testing

@testable import ChartEngine

@Suite("What there is no room for is told in grammatical sentences")
struct RoomWarningTests {
  @Test("One is told as one, and more as more")
  func numbers() {
    #expect(RoomWarning.leftOut(1, "name") == "1 name was left out: there is no room for it")
    #expect(RoomWarning.leftOut(3, "name") == "3 names were left out: there is no room for them")
    #expect(RoomWarning.leftOut(1, of: 4, "label") == "1 of 4 labels was left out: there is no room for it")
    #expect(RoomWarning.leftOut(1, of: 1, "label") == "1 of 1 label was left out: there is no room for it")
    #expect(RoomWarning.shortened(1, "name") == "1 name was shortened: there is no room for all of it")
    #expect(RoomWarning.shortened(2, "name") == "2 names were shortened: there is no room for all of them")
  }
}
