/// The colours that slices and series get one after another.
public enum Palette {
  /// Seven colours that people with any colour vision can tell apart, each with a contrast of 3 : 1 or more to what it lies
  /// on (WCAG 2, 1.4.11).
  ///
  /// They are those of Paul Tol's "bright" scheme (*Colour Schemes*, SRON/EPS/TN/09-002, issue 3.2, 2021, figure 1), of which
  /// yellow, cyan and grey are darker for light surfaces, and blue, green and purple lighter for dark ones. With simulated
  /// protanopia, deuteranopia and tritanopia (Machado, Oliveira and Fernandes, 2009) any two of them differ by 8 or more
  /// (CIEDE2000), as those of the scheme do.
  public static func standard(on theme: Theme) -> [Color] { theme == .light ? light : dark }

  private static let light = [0x4477AA, 0xEE6677, 0x228833, 0xAA9100, 0x3D9AB2, 0xAA3377, 0x868B90].map {
    Color(rgb: $0)
  }
  private static let dark = [0x4A8BD8, 0xEE6677, 0x2F9440, 0xCCBB44, 0x66CCEE, 0xB0609A, 0xBBBBBB].map {
    Color(rgb: $0)
  }

  /// The colour of the slice or series at `index`. After the last colour they come again, each time in another shade that
  /// stands out more, so that the last slice of a pie never looks like the first one beside it.
  /// - Parameter colors: The author's; the standard ones if empty.
  public static func color(at index: Int, in colors: [Color], on surface: Surface) -> Color {
    let colors = colors.isEmpty ? surface.palette : colors
    let color = colors[index % colors.count]
    switch (index / colors.count) % 4 {
    case 0: return color
    case 1: return color.mixed(with: surface.pole, share: 0.3)
    case 2: return color.mixed(with: surface.pole, share: 0.55)
    default: return color.mixed(with: surface.pole, share: 0.15)
    }
  }

  /// After how many indices all colours and shades come again.
  /// - Parameter colors: The author's; the standard ones if empty.
  public static func period(of colors: [Color]) -> Int {
    4 * (colors.isEmpty ? standard(on: .light).count : colors.count)
  }

  /// The colours of a number of children: their parent's in a shade for each, nearer to the surface from one to the next, but
  /// no nearer than can be told from it.
  ///
  /// All at once, since how near that is takes most of the time: it was most of what a treemap took.
  public static func shades(of parent: Color, count: Int, on surface: Surface) -> [Color] {
    shades(of: parent, 0..<max(count, 0), count: count, on: surface)
  }

  /// The colour of one of them.
  public static func shade(of parent: Color, index: Int, count: Int, on surface: Surface) -> Color {
    shades(of: parent, index..<index + 1, count: count, on: surface)[0]
  }

  private static func shades(of parent: Color, _ indices: Range<Int>, count: Int, on surface: Surface) -> [Color] {
    guard !indices.isEmpty else { return [] }
    let last = (0...58).last { share in
      parent.mixed(with: surface.color, share: Double(share) / 100).contrast(to: surface.color) >= leastContrast
    }
    return indices.map { index in
      let step = count > 1 ? Double(index) / Double(count - 1) : 0.5
      // From so much nearer to the surface to so much farther away from it.
      let share = Double(last ?? 0) / 100 - 0.36 * (1 - step)
      return parent.mixed(with: share < 0 ? surface.pole : surface.color, share: abs(share))
    }
  }

  /// What marks have to what they lie on.
  public static let leastContrast = 3.0
}
