import ChartModel
import Testing

@testable import ChartEngine

@Suite("Colours can be told apart with any colour vision")
struct ColorVisionTests {
  @Test(
    "The measure is CIEDE2000: some of the pairs that its authors give to test with",
    arguments: [
      (LabColor(50, 2.6772, -79.7751), LabColor(50, 0, -82.7485), 2.0425),
      (LabColor(50, -1.3802, -84.2814), LabColor(50, 0, -82.7485), 1),
      (LabColor(50, 2.49, -0.001), LabColor(50, -2.49, 0.0011), 7.2195),
      (LabColor(50, 2.5, 0), LabColor(73, 25, -18), 27.1492),
      (LabColor(60.2574, -34.0099, 36.2677), LabColor(60.4626, -34.1751, 39.4387), 1.2644),
      (LabColor(2.0776, 0.0795, -1.135), LabColor(0.9033, -0.0636, -0.5514), 0.9082),
    ] as [(LabColor, LabColor, Double)])
  func measure(_ one: LabColor, _ other: LabColor, _ expected: Double) {
    #expect(abs(one.difference(to: other) - expected) < 0.0001)
    #expect(abs(other.difference(to: one) - expected) < 0.0001)
    #expect(one.difference(to: one) == 0)
  }

  /// Of colours side by side people see differences of 1 to 2. Marks and the entries of a legend are far from one another, for
  /// which the palette's documentation promises 8.
  @Test("Any two colours of the palette differ by 8 or more", arguments: [Theme.light, .dark], ColorVision.allCases)
  func palette(theme: Theme, vision: ColorVision) {
    let seen = Palette.standard(on: theme).map(vision.lab)
    #expect(seen.count == 7)
    for (index, one) in seen.enumerated() {
      for (other, color) in seen.enumerated() where other > index {
        #expect(one.difference(to: color) >= 8, "\(index) and \(other)")
      }
    }
  }

  @Test(
    "After the last of them they come again in other shades, in which those side by side still differ by twice what is seen",
    arguments: [Theme.light, .dark], ColorVision.allCases)
  func shades(theme: Theme, vision: ColorVision) {
    let surface = Surface(theme)
    let seen = (0...Palette.period(of: [])).map { vision.lab(of: Palette.color(at: $0, in: [], on: surface)) }
    for (index, pair) in zip(seen, seen.dropFirst()).enumerated() {
      #expect(pair.0.difference(to: pair.1) >= 4, "\(index)")
    }
  }

  @Test(
    "Scales of one way get lighter or darker at each step, so that they are told apart by lightness alone",
    arguments: ColorChannelSpec.Scheme.allCases.filter { !$0.isDiverging })
  func sequential(scheme: ColorChannelSpec.Scheme) {
    for theme in [Theme.light, .dark] {
      for isReversed in [false, true] {
        let scale = ColorScale(scheme, isReversed: isReversed, on: Surface(theme))
        for vision in ColorVision.allCases {
          let lights = (0...32).map { vision.lab(of: scale.color(at: Double($0) / 32)).lightness }
          let steps = zip(lights, lights.dropFirst()).map { $1 - $0 }
          let way = lights[32] > lights[0] ? 1.0 : -1
          #expect(steps.allSatisfy { $0 * way > 0 }, "\(theme) \(vision): \(steps)")
          // Half of black to white at least: nine numbers then differ by 6 from one to the next.
          #expect(abs(lights[32] - lights[0]) >= 50, "\(theme) \(vision)")
        }
      }
    }
  }

  @Test(
    "Both sides of a middle can be told apart where they are as far from it, and from the middle",
    arguments: ColorChannelSpec.Scheme.allCases.filter(\.isDiverging))
  func diverging(scheme: ColorChannelSpec.Scheme) {
    #expect(ColorChannelSpec.Scheme.allCases.count { $0.isDiverging } >= 3)
    for theme in [Theme.light, .dark] {
      let scale = ColorScale(scheme, on: Surface(theme))
      for vision in ColorVision.allCases {
        let seen = (0...32).map { vision.lab(of: scale.color(at: Double($0) / 32)) }
        for way in 8...16 {
          let (low, high) = (seen[16 - way], seen[16 + way])
          #expect(low.difference(to: high) >= 8, "\(theme) \(vision) \(way)")
          #expect(low.difference(to: seen[16]) >= 8 && high.difference(to: seen[16]) >= 8, "\(theme) \(vision) \(way)")
        }
      }
    }
  }
}
