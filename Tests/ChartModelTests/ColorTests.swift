import ChartModel
import JSONModel
import Testing

@Suite("Colours and lengths")
struct ColorTests {
  @Test(
    "All forms of CSS that the documentation names",
    arguments: [
      ("#fff", 0xFFFFFF, 255), ("#FfA", 0xFFFFAA, 255), ("#1234", 0x112233, 0x44), ("#4477aa", 0x4477AA, 255),
      ("#4477AA80", 0x4477AA, 128), ("red", 0xFF0000, 255), ("RebeccaPurple", 0x663399, 255),
      ("  navy ", 0x000080, 255),
      ("grey", 0x808080, 255), ("gray", 0x808080, 255), ("transparent", 0, 0), ("rgb(1,2,3)", 0x010203, 255),
      ("rgb( 1 , 2 , 3 )", 0x010203, 255),
      ("rgb(1 2 3)", 0x010203, 255), ("rgb(1 2 3 / 50%)", 0x010203, 128), ("rgba(1, 2, 3, 0.5)", 0x010203, 128),
      ("RGBA(100%, 0%, 50%, 1)", 0xFF0080, 255), ("rgb(300, -5, 1.6)", 0xFF0002, 255), ("rgba(0,0,0,0)", 0, 0),
      ("rgb(1e1, 2, 3)", 0x0A0203, 255),
    ] as [(String, Int, Int)])
  func forms(css: String, rgb: Int, alpha: Int) throws {
    let color = try #require(Color(css: css))
    #expect(Int(color.red) << 16 | Int(color.green) << 8 | Int(color.blue) == rgb && Int(color.alpha) == alpha)
  }

  @Test(
    "What is no colour",
    arguments: [
      "", "#", "#1", "#12", "#12345", "#1234567", "#123456789", "#ggg", "4477aa", "rgb()", "rgb(1,2)", "rgb(1,2,3",
      "rgb 1,2,3)", "rgb(a,b,c)",
      "rgb(1,2,3,4,5)", "rgb(nan,1,2)", "rgb(inf,1,2)", "hsl(1,2,3)", "blak", "#１２３", "rgb(0x10,0,0)", "rgb(1,,2,3)",
      "rgb(,1,2,3)", "url(#a)",
    ])
  func faults(css: String) {
    #expect(Color(css: css) == nil)
  }

  @Test("What is written is read as the same colour")
  func roundTrip() {
    for value in stride(from: UInt32(0), to: 0x100_0000, by: 65_521) {
      for alpha in [UInt8(0), 1, 15, 16, 127, 254, 255] {
        var color = Color(rgb: value)
        color.alpha = alpha
        #expect(Color(css: color.css) == color)
      }
    }
  }

  @Test(
    "Luminance is WCAG's",
    arguments: [
      (0xFFFFFF, 1.0), (0, 0), (0xFF0000, 0.2126), (0x00FF00, 0.7152), (0x0000FF, 0.0722), (0x808080, 0.21586),
      (0x4477AA, 0.17325),
    ] as [(UInt32, Double)])
  func luminance(rgb: UInt32, expected: Double) {
    #expect(abs(Color(rgb: rgb).luminance - expected) < 1e-4)
  }

  private func contrast(_ first: Color, _ second: Color) -> Double {
    (max(first.luminance, second.luminance) + 0.05) / (min(first.luminance, second.luminance) + 0.05)
  }

  @Test("Text can be read: 4.5 : 1 on both themes, and on each of 4,096 colours")
  func legibility() {
    for theme in Theme.allCases {
      #expect(contrast(theme.text, theme.background) >= 7 && contrast(theme.secondaryText, theme.background) >= 4.5)
    }
    for color in colors { #expect(contrast(color.legibleText, color) >= 4.5, "\(color.css)") }
  }

  /// Sixteen steps of each component.
  private var colors: [Color] {
    func component(_ number: Int, at place: Int) -> UInt8 { UInt8(number >> place & 15) * 17 }
    return (0..<4_096).map { number in
      Color(
        red: component(number, at: 0), green: component(number, at: 4), blue: component(number, at: 8))
    }
  }

  @Test("Whatever a chart lies on, its texts can be read there, and its palette be seen on the themes")
  func surfaces() {
    for theme in Theme.allCases {
      for color in colors {
        let surface = Surface(theme, background: color)
        #expect(surface.color == color)
        #expect(contrast(surface.text, color) >= 4.5 && contrast(surface.secondaryText, color) >= 4.5, "\(color.css)")
        #expect(contrast(surface.markerBackground, color) >= 4.5, "\(color.css)")
      }
      let surface = Surface(theme)
      #expect(surface == Surface(theme, background: theme.background))
      #expect(surface.text == theme.text && surface.line == theme.line && surface.theme == theme)
      for index in 0..<56 {
        let color = Palette.color(at: index, in: [], on: surface)
        #expect(contrast(color, theme.background) >= 3, "\(theme) \(index): \(color.css)")
        for child in 0..<5 {
          let shade = Palette.shade(of: color, index: child, count: 5, on: surface)
          #expect(contrast(shade, theme.background) >= 3, "\(theme) \(index): \(shade.css) of \(color.css)")
        }
      }
    }
  }

  @Test("A translucent background lies on the theme's, and one that isn't there is the theme's")
  func translucentSurfaces() {
    #expect(Surface(.light, background: Color(red: 0, green: 0, blue: 0, alpha: 0)) == Surface(.light))
    #expect(Surface(.light, background: Color(red: 0, green: 0, blue: 0, alpha: 51)).color == Color(rgb: 0xCCCCCC))
    #expect(Surface(.dark, background: Color(red: 255, green: 255, blue: 255, alpha: 230)).theme == .light)
  }

  @Test("A colour is changed no more than a contrast needs, and not where it has it")
  func standingOut() {
    for color in colors.enumerated().filter({ $0.offset % 7 == 0 }).map(\.element) {
      for background in [Color.white, .black, Color(rgb: 0x777777), Color(rgb: 0xEE6677)] {
        let result = color.standingOut(from: background, by: 3)
        if contrast(color, background) >= 3 {
          #expect(result == color)
        } else {
          #expect(contrast(result, background) >= 3, "\(color.css) on \(background.css)")
        }
      }
    }
  }

  @Test("The palette's colours come again in other shades; neighbours always differ, the last and the first too")
  func palette() {
    for colors in [[], [Color(rgb: 0xFF0000)], [.black, .white]] as [[Color]] {
      let taken = (0..<200).map { Palette.color(at: $0, in: colors, on: Surface(.light)) }
      if colors.isEmpty {
        #expect(zip(taken, taken.dropFirst()).allSatisfy { $0 != $1 })
        for count in 2...100 { #expect(taken[count - 1] != taken[0] || count % 28 == 1) }
      }
    }
  }

  @Test("A share of a length is written as it is read, for every percentage in hundredths")
  func percentages() throws {
    for hundredths in 0...12_000 {
      let whole = hundredths / 100
      let rest = hundredths % 100
      let text =
        "\(whole)" + (rest == 0 ? "" : rest % 10 == 0 ? ".\(rest / 10)" : ".\(rest < 10 ? "0" : "")\(rest)") + "%"
      let length = try Length.schema.decode(.string(text))
      #expect(Length.schema.encode(length) == .string(text))
    }
  }

  @Test(
    "What is no length",
    arguments: [
      "", "%", "40", "40 px", "-1%", "1001%", "nan%", "inf%", "0x10%", "1e2%", "+4%", "..%", "4 0%", " 40%", "1.2.3%",
    ])
  func lengthFaults(text: String) {
    #expect(throws: (any Error).self) { try Length.schema.decode(.string(text)) }
  }

  @Test("Lengths: px stand for themselves, shares for a part of the whole")
  func lengths() throws {
    #expect(try Length.schema.decode(100).pixels(of: 7) == 100)
    #expect(try Length.schema.decode("40%").pixels(of: 200) == 80)
    #expect(try Length.schema.decode("0%").pixels(of: 200) == 0)
  }
}
