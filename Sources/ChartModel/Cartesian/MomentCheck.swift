package import JSONModel

/// What charts can't be whose values are moments: of those there are no sums, and no 0 to begin at.
package enum MomentCheck {
  /// - Throws: ``InvalidValue`` with the path inside a series.
  static func refuse(stack: String?) throws(InvalidValue) {
    guard stack == nil else { throw InvalidValue("moments don't add up: leave it out", at: .key("stack")) }
  }

  /// The types of series whose values may be moments, as messages name them.
  static var able: String {
    SeriesSpec.Kind.styles.filter { $0.valuesMayBeMoments }.map { "`\($0.name)`" }.joined(separator: ", ")
  }
}

extension CartesianSpec {
  /// Checks whether the values along an axis can be moments.
  /// - Throws: ``InvalidValue`` with the path inside the spec.
  package func checkMoments(along side: SeriesSpec.AxisSide) throws(InvalidValue) {
    if let by = seriesBy, by.template.axis == side {
      try checkMoments(of: by.template)
      do {
        try by.template.kind.style.checkMoments()
      } catch {
        throw error.prefixed(by: .key("series"))
      }
    }
    for (index, series) in series.enumerated() where series.axis == side {
      try checkMoments(of: series)
      do {
        try series.kind.style.checkMoments()
      } catch {
        throw error.prefixed(by: .index(index)).prefixed(by: .key("series"))
      }
    }
    if stacking != nil, series.contains(where: { $0.axis == side && $0.kind.style.isStackable }) {
      throw InvalidValue("moments don't add up: leave it out", at: .key("stacked"))
    }
  }

  private func checkMoments(of series: SeriesSpec) throws(InvalidValue) {
    guard !type(of: series.kind.style).valuesMayBeMoments else { return }
    throw InvalidValue(
      "moments along the values are for series of \(MomentCheck.able): one of type `\(series.typeName)` needs "
        + (type(of: series.kind.style).valuesMayBeNames ? "numbers or names" : "numbers"),
      at: JSONPath([.key(series.axis == .left ? "y" : "right"), .key("scale")]))
  }
}

extension CartesianSpec {
  /// The value axis that measures a series.
  package func valueAxis(of series: SeriesSpec) -> ValueAxisSpec { series.axis == .left ? y : right }
}

extension ValueAxisSpec {
  /// Whether it may measure moments if there are some: nobody asks for numbers of another kind, or for names.
  package var mayMeasureMoments: Bool { scale == .time || (scale == .linear && labels.isEmpty) }
}
