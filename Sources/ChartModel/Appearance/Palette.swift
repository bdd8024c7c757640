/// The colours that slices and series get one after another.
public enum Palette {
  /// Paul Tol's "bright" scheme, seven colours that people with any colour vision can tell apart, also in print.
  ///
  /// Source: Paul Tol, *Colour Schemes*, SRON/EPS/TN/09-002, issue 3.2, 2021, figure 1.
  public static let bright: [Color] = [
    Color(rgb: 0x4477AA), Color(rgb: 0xEE6677), Color(rgb: 0x228833), Color(rgb: 0xCCBB44), Color(rgb: 0x66CCEE),
    Color(rgb: 0xAA3377), Color(rgb: 0xBBBBBB),
  ]

  /// The colour of the slice at `index`. After the last colour they come again, each time in another shade, so that the
  /// last slice of a pie never looks like the first one beside it.
  public static func color(at index: Int, in colors: [Color]) -> Color {
    let colors = colors.isEmpty ? bright : colors
    let color = colors[index % colors.count]
    switch (index / colors.count) % 4 {
    case 0: return color
    case 1: return color.mixed(with: .black, share: 0.28)
    case 2: return color.mixed(with: .white, share: 0.38)
    default: return color.mixed(with: .black, share: 0.5)
    }
  }

  /// The colour of a child: its parent's in a shade of its own, lighter from one to the next.
  public static func shade(of parent: Color, index: Int, count: Int) -> Color {
    let step = count > 1 ? Double(index) / Double(count - 1) : 0.5
    return parent.mixed(with: .white, share: 0.22 + 0.36 * step)
  }
}
