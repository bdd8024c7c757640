import ChartModel
import Testing

@testable import ChartEngine

@Suite("Colour scales")
struct ColorRampTests {
  private func channel(_ change: (inout ColorChannelSpec) -> Void) -> ColorChannelSpec {
    var channel = ColorChannelSpec()
    change(&channel)
    return channel.drawable
  }

  private func ramp(
    _ numbers: [Double], _ theme: Theme = .light, _ change: (inout ColorChannelSpec) -> Void = { _ in }
  ) -> ColorRamp? {
    ColorRamp(
      channel {
        $0.values = .numbers(numbers)
        change(&$0)
      }, on: Surface(theme))
  }

  @Test("Between negative and positive numbers 0 is in the middle of two hues, as far from both as the greater one")
  func center() throws {
    let ramp = try #require(ramp([-2, 8]) { $0.scheme = .redBlue })
    #expect(ramp.share(of: 0) == 0.5 && ramp.share(of: 8) == 1 && ramp.share(of: -2) == 0.375)
    let given = try #require(self.ramp([10, 20]) { ($0.scheme, $0.center) = (.redBlue, 12) })
    #expect(given.share(of: 12) == 0.5 && given.share(of: 20) == 1 && given.share(of: 10) == 0.375)
    // One hue has no middle.
    let single = try #require(self.ramp([-2, 8]))
    #expect(single.share(of: -2) == 0 && single.share(of: 8) == 1)
  }

  @Test("Logarithms, ends of one's own, and colours the other way round")
  func ways() throws {
    let log = try #require(ramp([1, 100, -3, 0]) { $0.scale = .log })
    #expect(log.ends == 1...100 && log.share(of: 10) == 0.5 && log.share(of: 0) == nil && log.share(of: -3) == nil)
    let clamped = try #require(ramp([1, 100]) { $0.domain = [10, 20] })
    #expect(clamped.share(of: 5) == 0 && clamped.share(of: 15) == 0.5 && clamped.share(of: 99) == 1)
    for scheme in ColorChannelSpec.Scheme.allCases {
      let plain = try #require(ramp([0, 1]) { $0.scheme = scheme })
      let reversed = try #require(
        ramp([0, 1]) { ($0.scheme, $0.isReversed) = (scheme, true) })
      for share in stride(from: 0.0, through: 1, by: 0.125) {
        let (one, other) = (plain.color(at: share), reversed.color(at: 1 - share))
        #expect(abs(Int(one.red) - Int(other.red)) <= 1 && abs(Int(one.blue) - Int(other.blue)) <= 1)
      }
    }
  }

  @Test(
    "Every colour can be told from the surface, and each scheme goes one way in brightness from its middle or its end")
  func brightness() throws {
    for theme in [Theme.light, .dark] {
      let surface = Surface(theme)
      for scheme in ColorChannelSpec.Scheme.allCases {
        let scale = ColorScale(scheme, on: surface)
        let colors = (0...40).map { scale.color(at: Double($0) / 40) }
        for color in colors { #expect(color.contrast(to: surface.color) > 1.2, "\(scheme) \(theme) \(color)") }
        func isRising(_ part: some Collection<Color>) -> Bool {
          zip(part, part.dropFirst()).allSatisfy { $1.luminance >= $0.luminance - 0.004 }
        }
        func isOneWay(_ part: ArraySlice<Color>) -> Bool { isRising(part) || isRising(part.reversed()) }
        #expect(
          scheme.isDiverging ? isOneWay(colors[...20]) && isOneWay(colors[20...]) : isOneWay(colors[...]), "\(scheme)")
      }
    }
  }

  @Test("Legends say round numbers: the middle of two hues, and powers of ten")
  func legends() throws {
    func labels(_ numbers: [Double], _ change: (inout ColorChannelSpec) -> Void) throws -> [String] {
      let scale = channel {
        $0.values = .numbers(numbers)
        change(&$0)
      }.legendScale(name: "n", surface: Surface(.light), format: FormatSpec())
      guard case .colors(let colors, let labels)? = scale?.form else { return [] }
      #expect(colors.count == 17)
      return labels.map(\.text)
    }
    #expect(try labels([-8, 9]) { $0.scheme = .brownTeal } == ["−8", "0", "9"])
    #expect(try labels([0.002_345_6, 400]) { $0.scale = .log } == ["0.00235", "1", "400"])
    #expect(try labels([3, 99]) { $0.domain = [0, 100] } == ["0", "50", "100"])
  }

  @Test(
    "Each number of the legend has the unit that suits it",
    arguments: [(5.0, 250_000.0), (50, 250_000), (5, 9_000), (120, 99_000), (0.5, 3_000_000)])
  func units(least: Double, greatest: Double) throws {
    for style in [FormatSpec.Style.compact, .si] {
      var (format, channel) = (FormatSpec(), ColorChannelSpec())
      format.style = style
      channel.values = .numbers([least, greatest])
      channel.extent = least...greatest
      let scale = try #require(channel.legendScale(name: "n", surface: Surface(.light), format: format))
      guard case .colors(_, let labels) = scale.form else {
        Issue.record("no colours")
        continue
      }
      let written = NumberFormat(format)
      #expect(labels.last?.words == written.value(greatest))
      #expect(labels.allSatisfy { !$0.words.hasPrefix("0.00") && !$0.text.contains(".000") }, "\(labels)")
    }
  }
}
