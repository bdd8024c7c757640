@testable import ChartEngine
import ChartModel
import Testing
import TestSupport

@Suite("Pyramids of extrema")
struct ExtremaPyramidTests {
  private func pyramid(_ count: Int) -> ExtremaPyramid {
    var pyramid = ExtremaPyramid()
    [Double](repeating: 1, count: count).withUnsafeBufferPointer { pyramid.extend(over: $0) }
    return pyramid
  }

  @Test("Blocks that several threads make are those of one after the other")
  func threads() {
    var random = SplitMix64(seed: 1)
    // Those of a thread's part and of the next one; at the end some that make up no block.
    let count = ((2 << 15) + 40) * ExtremaPyramid.blockLength + 7
    var values = [Double](repeating: 0, count: count)
    for index in stride(from: 0, to: count, by: 5) { values[index] = Double(index % 9_973) }
    for _ in 0..<40 { values[random.whole(0...count - 1)] = random.chance(0.5) ? .nan : random.number(-1e6...1e6) }
    values.withUnsafeBufferPointer { values in
      var whole = ExtremaPyramid()
      whole.extend(over: values)
      var grown = ExtremaPyramid()
      for end in Array(stride(from: 1 << 16, to: count, by: 1 << 16)) + [count] {
        grown.extend(over: UnsafeBufferPointer(rebasing: values[..<end]))
      }
      #expect(whole.valueCount == grown.valueCount && whole.levels.count == grown.levels.count)
      for (one, other) in zip(whole.levels, grown.levels) {
        #expect(one.extrema.elementsEqual(other.extrema) && one.gaps.elementsEqual(other.gaps))
      }
      var (least, greatest) = (Double.infinity, -Double.infinity)
      for value in values where !value.isNaN { (least, greatest) = (min(least, value), max(greatest, value)) }
      let places = whole.places(in: 0..<count, of: values)
      #expect(places?.min == least && places?.max == greatest)
    }
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
