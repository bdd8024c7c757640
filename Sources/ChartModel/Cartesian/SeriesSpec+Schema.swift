import JSONModel

extension SeriesSpec {
  /// A series in charts of one type of series, where `type` may be left out.
  static func schema(ofOnly style: any SeriesStyle.Type) -> Schema<SeriesSpec> {
    func schema<Style: SeriesStyle>(_ style: Style.Type) -> Schema<SeriesSpec> {
      StyledSeries<Style>.schema(
        Property("type", \.type, .optional(nameSchema(Style.name)), StyledSeries<Style>.typeText))
    }
    return schema(style)
  }

  /// Any of them, told by `type`.
  static let schema: Schema<SeriesSpec> = .choice(by: "type", Kind.styles.map { choice($0) })

  private static func choice(_ style: any SeriesStyle.Type) -> Choice<SeriesSpec> {
    func choice<Style: SeriesStyle>(_ style: Style.Type) -> Choice<SeriesSpec> {
      Choice(
        Style.name,
        StyledSeries<Style>.schema(Property(constant: "type", Style.name, StyledSeries<Style>.typeText)),
        matches: { $0.kind.style is Style })
    }
    return choice(style)
  }

  fileprivate static func nameSchema(_ name: String) -> Schema<String> {
    Schema<String>.string().map(
      expectation: "'\(name)'",
      decode: { text throws(InvalidValue) in
        guard text == name else { throw InvalidValue(expected: "'\(name)'", got: .string(text)) }
        return text
      }, encode: { $0 }
    ).annotated(["const": .string(name)])
  }
}

/// A series with its style beside it, as one JSON object declares both.
private struct StyledSeries<Style: SeriesStyle>: Sendable {
  var type: String? = Style.name
  var series = SeriesSpec(Style().kind)
  var style = Style()

  init() {}

  /// - Parameter series: Of this style; as a chart of one type writes no other, one of another style gets this one's.
  init(_ series: SeriesSpec) {
    self.series = series
    if let style = series.kind.style as? Style { self.style = style }
  }

  static var typeText: String { "What kind of series it is." }

  static func schema(_ type: Property<StyledSeries>) -> Schema<SeriesSpec> {
    Schema.object("\(Style.capitalizedName)Series", Style.documentation, initial: StyledSeries()) {
      type
      SeriesSpec.properties.map { $0.lifted(to: \StyledSeries.series) }
      Style.properties.map { $0.lifted(to: \StyledSeries.style) }
    }.map(
      decode: { styled throws(InvalidValue) in
        var series = styled.series
        series.kind = styled.style.kind
        return series
      }, encode: { StyledSeries($0) })
  }
}

// MARK: - Made by a column

extension SeriesBySpec {
  /// Series in charts of one type of series, where `type` may be left out.
  static func schema(ofOnly style: any SeriesStyle.Type) -> Schema<SeriesBySpec> {
    func schema<Style: SeriesStyle>(_ style: Style.Type) -> Schema<SeriesBySpec> {
      StyledSeriesBy<Style>.schema(
        Property("type", \.type, .optional(SeriesSpec.nameSchema(Style.name)), StyledSeries<Style>.typeText))
    }
    return schema(style)
  }

  /// Of any type, told by `type`.
  static let schema: Schema<SeriesBySpec> = .choice(by: "type", SeriesSpec.Kind.styles.map { choice($0) })

  private static func choice(_ style: any SeriesStyle.Type) -> Choice<SeriesBySpec> {
    func choice<Style: SeriesStyle>(_ style: Style.Type) -> Choice<SeriesBySpec> {
      Choice(
        Style.name,
        StyledSeriesBy<Style>.schema(Property(constant: "type", Style.name, StyledSeries<Style>.typeText)),
        matches: { $0.template.kind.style is Style })
    }
    return choice(style)
  }
}

/// What a column makes, with the style of all of them beside it.
private struct StyledSeriesBy<Style: SeriesStyle>: Sendable {
  var type: String? = Style.name
  var by = SeriesBySpec("", template: SeriesSpec(Style().kind))
  var style = Style()

  init() {}

  init(_ by: SeriesBySpec) {
    self.by = by
    if let style = by.template.kind.style as? Style { self.style = style }
  }

  static func schema(_ type: Property<StyledSeriesBy>) -> Schema<SeriesBySpec> {
    Schema.object(
      "\(Style.capitalizedName)SeriesBy", "A series for each value of a column of the data.", initial: StyledSeriesBy()
    ) {
      Property("by", \.by.column, .column(), "The column whose values name the series.", required: true)
      Property(
        "sort", \.by.isSorted, .bool(), "Whether they come in the order of those, rather than as they first occur.")
      Property("most", \.by.most, .integer(min: 1, max: SeriesSpec.maximumCount), "How many there are at most.")
      type
      SeriesSpec.commonProperties.map { $0.lifted(to: \StyledSeriesBy.by.template) }
      Style.properties.map { $0.lifted(to: \StyledSeriesBy.style) }
    }.map(
      decode: { styled throws(InvalidValue) in
        for channel in styled.style.channels where !channel.values.isEmpty {
          throw InvalidValue("name a column of `data`: entries are told apart by their rows", at: .key(channel.name))
        }
        var by = styled.by
        by.template.kind = styled.style.kind
        return by
      }, encode: { StyledSeriesBy($0) })
  }
}
