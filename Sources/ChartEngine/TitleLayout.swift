public import ChartModel

/// The title above a chart.
public struct TitleLayout: Hashable, Sendable {
  public let text: String
  /// Where its middle lies on the baseline.
  public let position: Point
  public let box: Rect
  static let font = Font(size: 16, isBold: true)

  /// Takes the room of the title off the top of `area`; `nil` without a title, or in a chart so small that
  /// nothing else would be left.
  public init?(_ title: String?, in area: inout Rect) {
    guard let title, !title.isEmpty, area.height >= 80 else { return nil }
    let font = TitleLayout.font
    text = font.truncated(title.oneLine, to: area.width)
    let width = font.width(of: text)
    box = Rect(x: area.midX - width / 2, y: area.minY, width: width, height: font.lineHeight)
    position = Point(x: area.midX, y: area.minY + (font.lineHeight + font.capHeight) / 2)
    area = area.inset(top: font.lineHeight + 6)
  }

  public func node(on surface: Surface) -> Node {
    Node(
      .text(
        Text(
          runs: [Text.Run(text, color: surface.text, isBold: true)], at: position, anchor: .middle,
          size: TitleLayout.font.size)))
  }
}
