import ChartModel
import JSONModel
import Testing

@Suite("What marks programs ask for: those that there are, and a fault with its place for all others")
struct MarkAddressTests {
  private static let pie = PieSpec(slices: [
    SliceSpec(label: "a", value: 1),
    SliceSpec(label: "b", children: [SliceSpec(label: "c", value: 1), SliceSpec(label: "d", value: 2)]),
  ])
  private static let bars = CartesianSpec(
    kind: .bar, series: [SeriesSpec(.bar(BarStyleSpec()), values: .numbers([1, 2]))])

  private static let wrong = [-1, Int.min, Int.max, 2, 1 << 40]

  @Test("By index, series and path, in pies of two rings and in plots")
  func found() throws {
    #expect(try Self.pie.path(of: MarkAddress(index: .at(1))) == [1])
    #expect(try Self.pie.path(of: MarkAddress(index: .at(1), series: 1)) == [1, 1])
    #expect(try Self.pie.path(of: MarkAddress(path: [1, 0])) == [1, 0])
    #expect(try Self.bars.path(of: MarkAddress(index: .at(1), series: 0)) == [0, 1])
    #expect(try Self.bars.path(of: MarkAddress(index: .null)) == nil)
  }

  @Test("An index, a series or a path that leads nowhere, whatever number it is", arguments: wrong)
  func nowhere(number: Int) {
    for spec in [Self.pie, Self.bars] as [any KindSpec] {
      #expect(throws: InvalidValue.self) { try spec.path(of: MarkAddress(index: .at(number))) }
      #expect(throws: InvalidValue.self) { try spec.path(of: MarkAddress(index: .at(0), series: number)) }
      #expect(throws: InvalidValue.self) { try spec.path(of: MarkAddress(path: [number])) }
      #expect(throws: InvalidValue.self) { try spec.path(of: MarkAddress(path: [0, number])) }
    }
  }
}
