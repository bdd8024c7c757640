public import ChartModel
public import JSONModel

/// What positions are in a plot, for those who name one.
public struct PlotPositions: Sendable {
  private let data: PlotData

  init(_ data: PlotData) { self.data = data }

  /// What kind of positions they are: the author's choice, or what the data told.
  public var scale: PositionAxisSpec.Scale { data.axis.scale }

  /// Whether values are moments: those of a series, or without one those that are brushed.
  package func valuesAreMoments(ofSeries index: Int?) -> Bool {
    let series = data.series.first { series in index.map { series.index == $0 } ?? (series.spec.axis == .left) }
    return (series ?? data.series.first)?.isOfMoments ?? false
  }

  /// The names of the slots; empty for other scales.
  public var names: [String] { data.axis.labels }

  /// Whether the plot has such a position: the name of a slot, a moment, or a number that the scale can show. A number need
  /// not lie within the data.
  public func contains(_ position: PositionSpec) -> Bool { data.coordinate(of: position) != nil }
}

extension PlotPositions {
  /// - Parameter words: What else can stand there.
  /// - Throws: ``InvalidValue`` for what is no position in the plot, with the nearest name.
  public func check(_ position: PositionSpec, at path: JSONPath, orWords words: [String] = []) throws(InvalidValue) {
    guard !contains(position) else { return }
    let others = words.isEmpty ? "" : ", " + words.map { "'\($0)'" }.joined(separator: " or ")
    switch (scale, position) {
    case (.category, .text(let name)):
      throw InvalidValue(
        "there is no position '\(name.prefix(40))'", at: path, suggestion: nearestWord(to: name, among: names + words))
    case (.time, .text(let text)):
      throw InvalidValue(
        "expected a moment such as 2026-08-21\(others), got '\(text.prefix(40))'", at: path,
        suggestion: nearestWord(to: text, among: words), kind: .mismatch)
    case (.log, .number(let number)):
      throw InvalidValue("expected a number above 0\(others), got \(JSON(number).text)", at: path)
    case (_, .text(let text)):
      throw InvalidValue(
        "expected a number\(others), got '\(text.prefix(40))'", at: path,
        suggestion: nearestWord(to: text, among: words), kind: .mismatch)
    case (_, .number(let number)):
      throw InvalidValue("there is no position \(JSON(number).text)", at: path)
    }
  }
}
