import ChartModel
import JSONModel

/// What charts with spokes have in common: surroundings, the circle with its names, the value axis.
struct SpokeFrame: Sendable {
  let surroundings: Surroundings
  let rim: RimFrame
  let scale: SpokeScale
  /// Where the spokes are, in degrees.
  let angles: [Double]
  let colors: [Color]
  /// For each series whether the legend has hidden it.
  let hidden: [Bool]
  private let bounds: Rect
  var center: Point { rim.center }

  let font: Font

  /// - Parameters:
  ///   - hole: The radius of the hole as a share of the radius.
  ///   - overhang: How far marks reach beyond the rim, in px.
  ///   - extent: The least and the greatest value that is seen, once it is known what is hidden.
  init<Spec: SpokedSpec>(
    _ spec: Spec, hidden: [Bool], hole: Double = 0, overhang: Double = 0, isOfAreas: Bool = false,
    extent: ClosedRange<Double>?,
    canvas: Canvas
  ) {
    self.hidden = hidden
    bounds = canvas.bounds
    font = canvas.typeface.font(usual: 12)
    let colors = spec.series.enumerated().map { index, series in
      series.color ?? Palette.color(at: index, in: spec.common.palette, on: canvas.surface)
    }
    self.colors = colors
    surroundings = Surroundings(
      entries: spec.series.enumerated().map { ($1.name, colors[$0], hidden[$0]) },
      isNamedElsewhere: false, isRound: true, spec: spec.common, canvas: canvas)
    let count = spec.spokeCount
    angles = (0..<count).map { spec.startAngle + 360 * Double($0) / Double(count) }
    rim = RimFrame(
      names: (0..<count).map(spec.label(ofSpoke:)), angles: angles, overhang: overhang,
      font: font, in: surroundings.plot,
      ideal: canvas.bounds.center)
    let shared = spec.axis.sharedExtent
    scale = SpokeScale(
      extent.map { own in shared.map(own.union) ?? own } ?? shared, axis: spec.axis, format: spec.common.format,
      inner: rim.radius * hole, outer: rim.radius,
      isOfAreas: isOfAreas)
  }

  /// Names around the rim, and what the rings say.
  /// - Parameters:
  ///   - angles: Of the spokes along which the rings may say it; the first of those along which most is said.
  ///   - entrance: How they come in where the picture plays by itself.
  func texts(
    along angles: [Double], _ grid: SpokeGrid, hasTicks: Bool, on surface: Surface, entrance: Entrance?
  ) -> Node {
    var ticks: [Text] = []
    for angle in angles where hasTicks {
      let texts = grid.labels(
        along: angle, besides: rim.labels.map(\.box), saysCenter: scale.domain.lower != 0, in: bounds)
      if texts.count > ticks.count { ticks = texts }
    }
    return Node(
      .group(rim.nodes(font, color: surface.text) + ticks.map { Node(.text($0)) }), entrance: entrance)
  }

  /// What reports say of it.
  var report: [(String, JSON)] {
    [
      ("center", Point.schema.encode(center)), ("radius", JSON(rim.radius)), ("holeRadius", JSON(scale.inner)),
      ("angles", .array(angles.map { JSON(normalizedDegrees($0)) })),
      (
        "ticks",
        .array(
          scale.ticks.map {
            ["value": JSON($0.value), "label": .string($0.label), "radius": JSON(scale.radius(of: $0.value))]
          })
      ),
      (
        "labels",
        .array(
          rim.labels.map {
            ["index": .integer($0.index), "text": .string($0.text), "box": Rect.schema.encode($0.box)]
          })
      ),
    ]
  }

  /// What an author should know.
  func warnings<Spec: SpokedSpec>(_ spec: Spec) -> [String] {
    var warnings = surroundings.warnings
    if spec.series.isEmpty || angles.isEmpty {
      warnings.append("there are no values: nothing to show")
    } else if !hidden.contains(false) {
      warnings.append("all series are hidden: nothing to show")
    }
    return warnings + rim.warnings("name")
  }
}

extension SpokedSpec {
  /// The values of each series, as many as there are spokes at most; what is infinite is missing as well.
  var numbers: [[Double]] {
    series.map { $0.values.plainNumbers.prefix(spokeCount).map { $0.isFinite ? $0 : .nan } }
  }
}
