@testable import ChartEngine
import ChartModel
import Testing

@Suite("Pyramids of extrema grow without being copied")
struct ExtremaPyramidTests {
  private func pyramid(_ count: Int) -> ExtremaPyramid {
    var pyramid = ExtremaPyramid()
    [Double](repeating: 1, count: count).withUnsafeBufferPointer { pyramid.extend(over: $0) }
    return pyramid
  }

  @Test("There is room for what would copy little: no more values than there are, or fewer than 1,000 blocks")
  func small() {
    for count in [0, 31, 32, 640, 31_000] {
      #expect(pyramid(count).hasRoom(over: count) && pyramid(count).hasRoom(over: 10_000_000))
    }
    #expect(pyramid(64_000).hasRoom(over: 64_000) && pyramid(64_000).hasRoom(over: 0))
  }

  @Test("Many blocks have room for as many as their memory has: a first one has none, grown ones half as many again")
  func large() {
    let full = pyramid(64_000)
    #expect(full.hasRoom(over: 64_031))
    #expect(!full.hasRoom(over: 64_032), "the 2,001st block would have the 2,000 copied")
    var grown = full
    [Double](repeating: 1, count: 64_032).withUnsafeBufferPointer { grown.extend(over: $0) }
    #expect(grown.hasRoom(over: 65_000))
    #expect(!grown.hasRoom(over: 200_000))
    // What grew out of the same blocks has taken the room.
    var other = grown
    [Double](repeating: 1, count: 64_064).withUnsafeBufferPointer { other.extend(over: $0) }
    #expect(!grown.hasRoom(over: 64_064) && other.hasRoom(over: 64_096))
  }
}
