import ChartModel
import JSONModel
import Synchronization
import TestSupport
import Testing

@Suite("Arrays that share their memory while they grow")
struct GrowingArrayTests {
  @Test("Any mixture of appending, dropping and copying leaves in each copy what arrays have", arguments: [1, 2, 3, 4])
  func likeArrays(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    // Texts, whose memory must be counted right, too.
    var copies: [(array: GrowingArray<String>, expected: [String])] = [([], [])]
    for step in 0..<2_000 {
      let index = random.whole(0...copies.count - 1)
      var (array, expected) = copies[index]
      switch random.whole(0...3) {
      case 0:
        let count = random.whole(0...expected.count + 1)
        array.drop(first: count)
        expected.removeFirst(min(count, expected.count))
      case 1:
        let ends = [random.whole(0...expected.count), random.whole(0...expected.count)].sorted()
        array = array.part(ends[0]..<ends[1])
        expected = Array(expected[ends[0]..<ends[1]])
      default:
        let new = (0..<random.whole(0...9)).map { "element \($0) of step \(step), too long to be kept in place" }
        array.append(contentsOf: new)
        expected += new
      }
      if copies.count < 12, random.chance(0.5) {
        copies.append((array, expected))
      } else {
        copies[index] = (array, expected)
      }
      guard copies.allSatisfy({ Array($0.array) == $0.expected && $0.array.count == $0.expected.count }) else {
        Issue.record("a copy differs after step \(step)")
        return
      }
    }
  }

  @Test("Appending one by one stays in the same memory, but for few moves; those who saw less still see it")
  func sharing() {
    var array = GrowingArray([Double](repeating: 1, count: 1_000))
    var moves = 0
    var earlier: [GrowingArray<Double>] = []
    for index in 0..<100_000 {
      let before = array
      array.append(Double(index))
      if !array.sharesMemory(with: before) { moves += 1 }
      if index % 10_000 == 0 { earlier.append(before) }
    }
    #expect(moves <= 13)
    for (place, array) in earlier.enumerated() {
      #expect(array.count == 1_000 + place * 10_000 && array.last == (place == 0 ? 1 : Double(place * 10_000 - 1)))
    }
  }

  @Test("A window that moves on keeps a bounded piece of memory")
  func window() {
    var array = GrowingArray([Double](repeating: 0, count: 1_000))
    var (moves, largest) = (0, 0)
    for index in 0..<20_000 {
      let before = array
      array.append(Double(index))
      array.drop(first: array.count - 1_000)
      if !array.sharesMemory(with: before) { moves += 1 }
      largest = max(largest, array.offset)
    }
    #expect(array.first == 19_000 && array.last == 19_999)
    #expect(largest <= 502 && moves <= 45)
  }

  @Test("Many who append to the same array at once don't see each other's elements")
  func concurrently() async {
    let base = GrowingArray((0..<100).map { $0 })
    let all = await withTaskGroup(of: GrowingArray<Int>.self) { group in
      for task in 0..<16 {
        group.addTask {
          var array = base
          for index in 0..<1_000 { array.append(task * 1_000 + index) }
          return array
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(base.elementsEqual(0..<100))
    for array in all {
      let own = Array(array.dropFirst(100))
      #expect(array.prefix(100).elementsEqual(0..<100) && own.elementsEqual(own[0]..<own[0] + 1_000))
    }
  }

  @Test("Columns of the same bits are in memory once, for as long as somebody holds them")
  func pooling() {
    // Of numbers that no other test has.
    let numbers = (0..<50_000).map { Double($0) * 0.707 }
    func column(_ numbers: [Double]) -> GrowingArray<Double> { GrowingArray(numbers).pooled }
    var first = column(numbers)
    let second = column(numbers)
    #expect(first.isIdentical(to: second) && first.pooled.isIdentical(to: first))
    // Wherever they differ, also in what is equal as a number.
    for (index, value) in [(0, -0.0), (31_007, 1), (49_999, .nan)] {
      var others = numbers
      others[index] = value
      let other = column(others)
      #expect(!other.sharesMemory(with: first) && other[index].bitPattern == value.bitPattern)
      #expect(column(others).isIdentical(to: other))
    }
    #expect(!column(Array(numbers.dropLast())).sharesMemory(with: first))
    // Few are not looked for, and what may become others is nobody else's.
    let few = Array(numbers.prefix(1_000))
    #expect(!column(few).sharesMemory(with: column(few)))
    let owner = Lazy(made: 0)
    let changing = numbers.withUnsafeBufferPointer { numbers in
      GrowingArray(borrowing: numbers, from: owner, mayChange: true).pooled.sharesMemory(with: first)
    }
    #expect(!changing)
    // What one goes on with the other does not see.
    first.append(3)
    #expect(second.count == 50_000 && column(numbers).isIdentical(to: second))
  }

  @Test("What nobody holds any more is held by no pool either")
  func emptyPool() {
    final class Owner: Sendable {}
    weak var gone: Owner?
    let numbers = (0..<40_000).map { Double($0) * 1.732 }
    numbers.withUnsafeBufferPointer { numbers in
      let owner = Owner()
      gone = owner
      let column = GrowingArray(borrowing: numbers, from: owner, mayChange: false).pooled
      #expect(column.count == 40_000 && gone != nil)
    }
    #expect(gone == nil)
  }
}
