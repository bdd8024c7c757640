import JSONModel

/// How the labels of an axis look.
public struct AxisLabelSpec: Hashable, Sendable {
  /// Where in their band they stand.
  public enum Alignment: String, CaseIterable, Hashable, Sendable {
    case axis, center
  }

  /// Whether there are any, if the author says so.
  public var visibility: Bool?
  public var fontSize = TextSize.usual(12)
  /// The theme's secondary text colour if not given.
  public var color: Color?
  /// Degrees clockwise.
  public var rotation = 0.0
  /// Beside the axis, at the distance of the gap, or in the middle of their band.
  public var alignment = Alignment.axis
  /// Between the axis and the labels, in px; as much as looks well if not given.
  public var gap: Double?
  /// How values or moments are written: a template with `{value}` for numbers, a pattern such as `MM-dd` for moments.
  public var format: String?
  /// The template for numbers: the words of a number format by themselves, such as `percent`, mean `{value:percent}`.
  package var template: String? {
    guard let format, !format.contains("{"), format.contains(where: { $0 != " " }),
      (try? FormatSpec().applying(format)) != nil
    else { return format }
    return "{value:\(format)}"
  }
  /// How the label of the highlighted position looks.
  public var selected = SelectedLabelSpec()
  /// Whether the numbers are percent of something, whatever the chart's values are. Nobody writes it: stacks and histograms do.
  package var arePercent = false

  public init() {}

  /// Whether there are any: as the author says, or else yes.
  public var isVisible: Bool {
    get { visibility ?? true }
    set { visibility = newValue }
  }

  /// An object, or whether there are any.
  static let schema: Schema<AxisLabelSpec> = .either(
    .object("AxisLabels", "What is written at the ticks of an axis.", initial: AxisLabelSpec()) {
      Property(
        "visible", \.visibility, .optional(.bool()), "Whether there are any: if not given, yes, but for streams.")
      Property("fontSize", \.fontSize, TextSize.schema, "How large letters are, in px.")
      Property("color", \.color, .optional(Color.schema), "The theme's if not given.")
      Property("rotation", \.rotation, .number(min: -90, max: 90), "Degrees clockwise.")
      Property("align", \.alignment, .word(), "Beside the `axis`, or in the `center` of their band.")
      Property("gap", \.gap, .optional(.number(min: 0, max: 1_000)), "Between the axis and the labels, in px.")
      Property(
        "format", \.format, .optional(.template(["value"])),
        "For numbers a template, such as `{value} kg`, or a format, such as `percent`; for moments a pattern, such as `HH:mm`."
      )
      Property("selected", \.selected, SelectedLabelSpec.schema, "How the label of the highlighted position looks.")
    },
    or: .only(\.isVisible, .bool(), of: AxisLabelSpec()))
}

/// How the label of the highlighted position looks, where it looks otherwise than the rest.
public struct SelectedLabelSpec: Hashable, Sendable {
  /// In px.
  public var fontSize: Double?
  public var color: Color?

  public init() {}

  static let schema = Schema.object(
    "SelectedLabel", "How the label of the highlighted position looks.", initial: SelectedLabelSpec()
  ) {
    Property("fontSize", \.fontSize, .optional(.number(min: 4, max: 100)), "px; as the others if not given.")
    Property("color", \.color, .optional(Color.schema), "As the others if not given.")
  }
}
