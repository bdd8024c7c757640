package import ChartEngine
package import ChartModel
package import JSONModel

/// A spec that points can be added to: all that `chart/append` asks of a kind. Charts of other kinds have none.
package protocol AppendableSpec: KindSpec {
  /// Adds the points of a request.
  /// - Parameter source: What the spec was made of.
  /// - Returns: What has become of it; `nil` if the request changes nothing.
  /// - Throws: ``InvalidValue`` with the path inside the request's parameters.
  func appending(_ request: AppendRequest, to source: SpecSource) throws(InvalidValue) -> AppendedSpec?

  /// Whether points of a request can be added at the cost of these alone, however many there are already: so few, and onto
  /// memory that has room for them. It is asked before they are read, and says no where it can't tell cheaply.
  /// - Parameter chart: What the spec is drawn by.
  /// - Complexity: O(*k*) in the number of new points, and O(1) in those that are there.
  func growsInPlace(_ chart: Chart, of source: SpecSource, by points: JSON, ofOneSeries isOfOneSeries: Bool) -> Bool
}

extension AppendableSpec {
  package func growsInPlace(
    _ chart: Chart, of source: SpecSource, by points: JSON, ofOneSeries isOfOneSeries: Bool
  ) -> Bool { false }
}

/// What a request wants to have added.
package struct AppendRequest: Sendable {
  /// As they were given; a spec may read them in its own way, or by ``points(of:each:)``.
  package let points: JSON
  /// How many points to keep at most in a series.
  package let window: Int?
  let entry: LegendEntry?
  let buffers: RequestBuffers

  /// The index of the series that it names among the entries of a spec's legend; `nil` if it names none.
  /// - Throws: ``InvalidValue`` at `series` if there is no such entry.
  package func series(in spec: any KindSpec) throws(InvalidValue) -> Int? {
    try entry.map { entry throws(InvalidValue) in try entry.index(in: ChartSpec(spec)) }
  }

  /// The points that it gives.
  /// - Parameters:
  ///   - style: That of the series that they are for, which may have more columns than positions and values.
  ///   - seriesCount: How many values each point must have; `nil` for one that is not in a list.
  ///   - textValues: What texts among the values are.
  /// - Throws: ``InvalidValue`` with the path inside the request's parameters.
  package func points(
    of style: (any SeriesStyle)? = nil, each seriesCount: Int? = nil,
    textValues: AppendedPoints.TextValues = .refused
  ) throws(InvalidValue) -> AppendedPoints {
    try AppendedPoints(points, seriesCount: seriesCount, style: style, textValues: textValues, buffers: buffers)
  }
}

/// What has become of a spec.
package struct AppendedSpec: Sendable {
  let source: SpecSource
  /// For each series how many of its first entries are gone; empty if none are.
  let dropped: [Int]
  /// Whether nothing else has become of the entries that were there.
  let hasGrownOnly: Bool

  init(_ source: SpecSource, dropped: [Int]) {
    self.source = source
    self.dropped = dropped
    hasGrownOnly = true
  }

  /// What has become of a spec of which new entries make something else.
  /// - Throws: ``InvalidValue`` with the path inside the spec.
  /// - Complexity: O(*n*)
  init(readingAgain source: SpecSource, dropped: [Int]) throws(InvalidValue) {
    let json = source.json
    self.source = try SpecSource(json: json, declared: ChartSpec(json: json), held: source.held)
    self.dropped = dropped
    hasGrownOnly = false
  }

  /// What has become of a spec that reads nothing from outside, and has lost nothing.
  /// - Parameters:
  ///   - json: As its author would have written it.
  ///   - spec: What that says.
  package init(_ source: SpecSource, json: JSON, _ spec: some AppendableSpec) throws(InvalidValue) {
    self.init(try SpecSource(json: json, declared: ChartSpec(spec), held: source.held), dropped: [])
  }
}
