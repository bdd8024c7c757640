import Testing

import ZeroMQ

@Suite struct MessageTests {
  @Test func byteCountIsThatOfAllFrames() {
    #expect(Message("abc", "", "é").byteCount == 5)
    #expect(Message([[UInt8]]()).byteCount == 0)
  }
}
