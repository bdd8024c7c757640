public import JSONModel

extension CartesianSpec {
  /// The declaration of one kind.
  public static func schema(_ kind: Kind) -> Schema<CartesianSpec> {
    var initial = CartesianSpec()
    initial.kind = kind
    if let style = kind.style { initial.orientation = style.standardOrientation }
    let ofSeries = kind.style.map { SeriesSpec.schema(ofOnly: $0).propertyNames } ?? []
    // `stack` is nearer to `stacked`, and a name is likely the chart's.
    let inSeries = ofSeries.filter { !["stack", "name", "type"].contains($0) }
    return Schema.object(name(kind), documentation(kind), initial: initial) {
      Property<CartesianSpec>(constant: "kind", kind.rawValue, "What kind of chart it is.").alsoCalled("type", "mark")
      CommonSpec.properties(in: \CartesianSpec.common)
      Property(
        "x", \.x, PositionAxisSpec.schema.hinting(positionHint), "The axis along which marks follow one another."
      )
      .suggested(for: ["labels": "x.labels", "categories": "x.labels", "names": "x.labels"])
      Property("y", \.y, ValueAxisSpec.schema.hinting(valueHint), "The value axis.")
      Property("right", \.right, ValueAxisSpec.schema, "The second value axis, for series with `axis: right`.")
      Property(
        "series", \.seriesChoice, seriesSchema(kind).hinting(seriesHint),
        "What is drawn: a list, the only series, or `{by: city}` for a series of each value of a column."
      )
      .suggested(for: ["values": "series.values", "datasets": "series", "lines": "series", "colour": "series.color"])
      .suggested(for: ofSeries.contains("bin") ? ["bins": "series.bin"] : [:])
      .suggested(for: Dictionary(inSeries.map { ($0, "series.\($0)") }) { $1 })
      Property("data", \.data, .optional(DataSpec.schema), "A file to read positions and values from.")
      CommonSpec.facet(in: \CartesianSpec.common)
      CommonSpec.link(in: \CartesianSpec.common)
      Property(
        "drawOrder", \.drawOrder, .array(of: .word(), maxItems: SeriesSpec.Layer.allCases.count),
        "What lies below what: `[bar, area, line, scatter]` if not given.")
      Property(
        "orientation", \.orientation, .word(),
        "`horizontal` turns the plot: the x axis goes down its left side, so that long names are read whole, and values go to "
          + "the right. Of its axes `left` is at the bottom, `right` at the top, and `top` at the right."
      )
      .alsoCalled("horizontal", "vertical")
      Property("bars", \.bars, BarLayoutSpec.schema, "How bars share a slot.")
      Property(
        "stacked", \.stacking, CartesianSpec.Stacking.schema,
        "Whether bars and lines stand on one another where their series name no `stack`: true, or as `percent` of the whole, or "
          + "as a `stream` about 0.")
      Property("limits", \.limits, .array(of: LimitSpec.schema, maxItems: 100), "Constant lines, such as a goal.")
      Property("bands", \.bands, .array(of: BandSpec.schema, maxItems: 100), "Coloured stretches of an axis.")
      Property(
        "annotations", \.annotations, .array(of: AnnotationSpec.schema, maxItems: AnnotationSpec.maximumCount),
        "Texts at places in the plot, with lines or arrows to them.")
      Property(
        "padding", \.padding, .optional(PaddingSpec.schema), "Room around the axes and the plot: px, or an object.")
      Property("viewport", \.viewport, ViewportSpec.schema, "Which part is seen, and how it can be moved.")
      Property(
        "select", \.select, PlotSelectSpec.schema,
        "What can be selected besides single marks: an interval `x`, `y` or of `both`, drawn by dragging; and what that does to "
          + "linked charts.")
      Property("highlight", \.highlight, HighlightSpec.schema, "What a tap picks.")
      Property("marker", \.marker, MarkerSpec.schema, "What is shown beside a highlighted entry.")
      Property("popups", \.popups, PopupSpec.schema, "One box for each line at a tapped position.")
    }.validated { spec, faults throws(InvalidValue) in try spec.validate(&faults) }
  }

  // MARK: - What to write instead

  private static func positionHint(_ json: JSON) -> String? {
    switch json {
    case .string(let name):
      "the column of the positions is named by `data: {x: \(name.excerpt)}`, and `x: {title: \(name.excerpt)}` is written along the axis"
    case .array: "names stand in `x: {labels: [...]}`, numbers and moments in `x: {values: [...]}`"
    default: nil
    }
  }

  private static func valueHint(_ json: JSON) -> String? {
    switch json {
    case .string(let name):
      "the column of the values is named by `data: {y: \(name.excerpt)}`, and `y: {title: \(name.excerpt)}` is written along the axis"
    case .array: "values stand in `series: {values: [...]}`"
    default: nil
    }
  }

  private static func seriesHint(_ json: JSON) -> String? {
    switch json {
    case .string(let name):
      "`series: {column: \(name.excerpt)}` draws a column of `data`, and `series: {by: \(name.excerpt)}` makes a series of each of its names"
    case .array(let elements) where elements.contains { $0.doubleValue != nil }:
      "values stand in `series: {values: [...]}`"
    default: nil
    }
  }

  private static func name(_ kind: Kind) -> String { "\(kind.style?.capitalizedName ?? "Combined")Chart" }

  private static func documentation(_ kind: Kind) -> String {
    kind.style?.chartDocumentation ?? "Bars, lines and points in one plot."
  }
}

// MARK: - Bounds

extension CartesianSpec {
  /// The spec with every number within the bounds that its schema sets, as decoded specs are. A program's may hold anything,
  /// also series that don't go with its kind.
  public func restricted() -> CartesianSpec { CartesianSpec.ofAnySeries.restricted(self) }

  private static let ofAnySeries = schema(.combined)
}

// MARK: - What the types alone don't say

extension CartesianSpec {
  private func validate(_ faults: inout FaultList) throws(InvalidValue) {
    try faults.check { () throws(InvalidValue) in
      try common.animation.check(allowed: [.none, .wipe, .stroke, .grow, .count])
    }
    try checkPositions(&faults)
    for (key, side, axis) in [("y", SeriesSpec.AxisSide.left, y), ("right", .right, right)] {
      try faults.check(at: .key(key)) { () throws(InvalidValue) in try checkNames(along: side, axis) }
      try faults.check(at: .key(key)) { () throws(InvalidValue) in try checkLogarithms(along: side, axis) }
      if axis.scale == .time { try faults.check { () throws(InvalidValue) in try checkMoments(along: side) } }
    }
    if let by = seriesBy {
      if data == nil {
        try faults.add(
          InvalidValue("names a column of `data`, which is not given", at: JSONPath([.key("series"), .key("by")])))
      }
      try faults.check(at: .key("series")) { () throws(InvalidValue) in try by.template.kind.style.validate() }
    }
    for (index, series) in series.enumerated() {
      try faults.check(at: .key("series"), .index(index)) { () throws(InvalidValue) in
        try series.kind.style.validate()
      }
    }
  }

  private func checkPositions(_ faults: inout FaultList) throws(InvalidValue) {
    func add(_ reason: String, at key: String) throws(InvalidValue) {
      try faults.add(InvalidValue(reason, at: JSONPath([.key("x"), .key(key)])))
    }
    if !x.labels.isEmpty, !x.values.isEmpty { try add("give either `labels` or `values`, not both", at: "values") }
    if x.lastDays != nil, !x.labels.isEmpty || !x.values.isEmpty {
      try add("give either `lastDays` or the positions themselves, not both", at: "lastDays")
    }
    if let scale = x.scale, scale != .category, !x.labels.isEmpty || x.lastDays != nil {
      try add(
        "names stand in slots, not on a '\(scale.rawValue)' axis: give `values`, or leave `scale` out",
        at: x.labels.isEmpty ? "lastDays" : "labels")
    }
    if case .number(let min)? = x.min, case .number(let max)? = x.max, min >= max {
      try add("expected more than min, which is \(JSON(min).text)", at: "max")
    }
  }

  /// The series that a value axis measures, and what makes them.
  private func allSeries(along side: SeriesSpec.AxisSide) -> [SeriesSpec] {
    (series + (seriesBy.map { [$0.template] } ?? [])).filter { $0.axis == side }
  }

  /// - Throws: ``InvalidValue`` with the path inside the axis.
  private func checkNames(along side: SeriesSpec.AxisSide, _ axis: ValueAxisSpec) throws(InvalidValue) {
    guard axis.scale == .category || !axis.labels.isEmpty,
      let other = allSeries(along: side).first(where: { !type(of: $0.kind.style).valuesMayBeNames })
    else { return }
    let able = SeriesSpec.Kind.styles.filter { $0.valuesMayBeNames }.map { "`\($0.name)`" }.joined(separator: " and ")
    throw InvalidValue(
      "names along the values are for series of \(able): one of type `\(other.typeName)` needs numbers",
      at: .key(axis.scale == .category ? "scale" : "labels"))
  }

  /// - Throws: ``InvalidValue`` with the path inside the axis.
  private func checkLogarithms(along side: SeriesSpec.AxisSide, _ axis: ValueAxisSpec) throws(InvalidValue) {
    guard axis.scale == .log, let other = allSeries(along: side).first(where: { type(of: $0.kind.style).addsUp }) else {
      return
    }
    throw InvalidValue(
      "a \(other.typeName) adds up, which logarithms don't: leave `scale` out", at: .key("scale"))
  }
}
