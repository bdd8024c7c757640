public import JSONModel

/// What charts of all kinds have in common.
public struct CommonSpec: Hashable, Sendable {
  public var id: String?
  /// Where texts of the whole chart stand.
  public enum Alignment: String, CaseIterable, Hashable, Sendable {
    case left, center, right
  }

  public var title: String?
  /// Below the title, and at the lower edge.
  public var subtitle: String?
  public var caption: String?
  public var titleAlign = Alignment.center
  public var description: String?
  public var size: Size?
  public var theme: Theme?
  public var background: Color?
  public var palette: [Color] = []
  public var font = FontSpec()
  public var legend = LegendSpec()
  public var animation = AnimationSpec()
  public var format = FormatSpec()
  /// Which parts of its data have a chart each; only kinds that read data have them.
  public var facet: FacetSpec?
  /// The link that joins it with other charts; only kinds that read data have one.
  public var link: String?
  /// What is to be known of a picture that is not what it will be, such as that rows are being read; `nil` as a rule. Nobody writes it
  /// into a spec.
  package var notice: String?
  /// What a selection does to those; plots have their own.
  public var select = SelectSpec()

  public init() {}

  /// The properties of all charts.
  private static let properties: [Property<CommonSpec>] = [
    Property("id", \.id, .optional(.string(minLength: 1)), "The chart's name for commands."),
    Property("title", \.title, .optional(.name), "Shown above the chart and read out first."),
    Property("subtitle", \.subtitle, .optional(.name), "A line below the title: what is measured, where and when."),
    Property("caption", \.caption, .optional(.name), "Small, at the lower edge: where the numbers are from.")
      .alsoCalled("source", "footer"),
    Property("align", \.titleAlign, .word(), "Where title, subtitle and caption stand.")
      .alsoCalled("titleAlign", "titlePosition"),
    Property(
      "description", \.description, .optional(.string()),
      "What the chart shows, for those who don't see it. Made from the values if not given."),
    Property("size", \.size, .optional(Size.schema), "Width and height in px; 640 by 360 if not given.")
      .alsoCalled("width", "height"),
    Property("theme", \.theme, .optional(.word()), "For light or dark surroundings."),
    Property(
      "background", \.background, .optional(Color.schema),
      "What the chart lies on; the theme's if not given, `transparent` for nothing."),
    Property(
      "palette", \.palette, .array(of: Color.schema),
      "Colours to take in turn; seven that can be told apart with any colour vision if not given."
    )
    .alsoCalled("colors", "colours"),
    Property("font", \.font, FontSpec.schema, "The letters of the whole chart.").alsoCalled("fontFamily", "typeface"),
    Property("legend", \.legend, LegendSpec.schema, "A list of the names; a click on one hides it."),
    Property("animation", \.animation, AnimationSpec.schema, "How the chart draws itself in."),
    Property("format", \.format, FormatSpec.schema, "How numbers are written.")
      .suggested(for: [
        "locale": "format.locale", "language": "format.locale", "currency": "format.currency",
        "decimals": "format.decimals",
      ]),
  ]

  /// The properties of all charts, for the schema of a kind that keeps them at `keyPath`.
  /// - Parameter omitted: The names of those that say nothing of such a kind.
  public static func properties<Root: Sendable>(
    in keyPath: any WritableKeyPath<Root, CommonSpec> & Sendable, without omitted: Set<String> = []
  ) -> [Property<Root>] {
    properties.filter { !omitted.contains($0.name) }.map { $0.lifted(to: keyPath) }
  }
}
