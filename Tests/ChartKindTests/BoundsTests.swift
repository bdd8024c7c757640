import ChartModel
import JSONModel
import OrderedCollections
import Testing

/// How a number is set to what its schema does not allow.
enum Outside: String, CaseIterable {
  case above, below, notANumber, infinite
}

@Suite("The bounds of every kind's numbers are declared once, in its schema")
struct BoundsTests {
  static let kinds = ChartKinds.standard.adding(.waffle)

  /// What goes with something else only, and a buffer's place, which is no number of a drawing.
  private static let omitted: Set<String> = [
    "PositionAxis.labels", "PositionAxis.values", "PositionAxis.scale", "Bin.width", "Bin.unit", "Bin.step",
    "Fit.degree", "Fit.span", "Fit.robust", "ValueAxis.labels", "HeatmapSeries.rows", "HeatmapSeries.columns",
    "HeatmapSeries.calendar", "HeatmapSeriesBy.rows", "HeatmapSeriesBy.columns", "HeatmapSeriesBy.calendar",
    "HistogramBins.width", "HistogramBins.unit", "HistogramBins.step", "HistogramBins.edges",
  ]

  private let walk = SchemaWalk(
    definitions: BoundsTests.kinds.jsonSchema["$defs"]?.objectValue ?? [:], omitted: BoundsTests.omitted)

  private func declaration(of kind: String) throws -> JSON {
    try #require(
      BoundsTests.kinds.jsonSchema["oneOf"]?.arrayValue?.first { schema in
        walk.name(in: schema).flatMap { walk.definitions[$0] }?["properties"]?["kind"]?["const"] == .string(kind)
      })
  }

  /// A spec with everything given that can be together.
  private func full(_ kind: String) throws -> ChartSpec {
    var json = try #require(walk.instance(of: declaration(of: kind)))
    while true {
      do throws(InvalidValue) {
        return try BoundsTests.kinds.schema.decode(json)
      } catch {
        let less = json.without(error.path.components[...])
        guard !error.path.isEmpty, less != json else { throw error }
        json = less
      }
    }
  }

  private func numbers(of spec: ChartSpec) throws -> [SchemaWalk.BoundedNumber] {
    walk.numbers(of: try declaration(of: spec.kind), in: BoundsTests.kinds.schema.encode(spec))
  }

  @Test(
    "A number that a program sets beyond its bounds is taken for the bound", arguments: kinds.names, Outside.allCases)
  func outside(kind: String, way: Outside) throws {
    let spec = BoundsTests.kinds.schema.editNumbers(of: try full(kind)) { number, bounds in
      switch way {
      case .above: number = (bounds.max ?? bounds.below).map { $0 + 1 } ?? number
      case .below: number = (bounds.min ?? bounds.above).map { $0 - 1 } ?? number
      case .notANumber: number = .nan
      case .infinite: number = .infinity
      }
      return .changed
    }
    let restricted = BoundsTests.kinds.schema.restricted(spec)
    // What is within its bounds can be read again.
    #expect(throws: Never.self) {
      try BoundsTests.kinds.schema.decode(BoundsTests.kinds.schema.encode(restricted))
    }
    let numbers = try numbers(of: restricted)
    for number in numbers { #expect(number.isWithin, "\(number.name): \(number.value ?? .nan)") }
    guard way == .above || way == .below else { return }
    for number in try self.numbers(of: spec) {
      let bound =
        way == .above
        ? number.bound("maximum") ?? number.bound("exclusiveMaximum")
        : number.bound("minimum") ?? number.bound("exclusiveMinimum")
      guard let bound else { continue }
      // That it could be set shows that nothing with bounds is passed over.
      #expect(number.isWritten && !number.isWithin, "\(number.name) was not set: \(number.value ?? .nan)")
      for same in numbers where same.name == number.name {
        // To a bound that is not allowed itself it comes as near as a number can.
        #expect(
          abs((same.value ?? .nan) - bound) <= max(bound.ulp, .leastNormalMagnitude),
          "\(same.name): \(same.value ?? .nan), not \(bound)")
      }
    }
  }

  @Test("All declared bounds are among those that are tested")
  func completeness() throws {
    var tested: Set<String> = []
    for kind in BoundsTests.kinds.names { tested.formUnion(try numbers(of: full(kind)).map(\.name)) }
    var declared: Set<String> = []
    for (type, definition) in walk.definitions {
      // Of two ways to write something the first is tested; what a column makes has the bounds of series in a list.
      guard !type.hasSuffix("SeriesBy") else { continue }
      for (key, property) in definition["properties"]?.objectValue ?? [:]
      where walk.numbers(of: property, in: walk.instance(of: property)).contains(where: { $0.name.isEmpty }) {
        declared.insert("\(type).\(key)")
      }
    }
    // A buffer's place is checked where the buffers are, and memory's where the memory is; of steps some go with others only,
    // and so do the columns of a matrix, which has no bins.
    #expect(
      declared.subtracting(tested) == [
        "BufferColumn.buffer", "BufferColumn.offset", "BufferColumn.count", "Bin.width", "Bin.step", "Fit.degree",
        "Fit.span", "Fit.robust", "HeatmapSeries.columns", "HistogramBins.width", "HistogramBins.step",
      ])
    #expect(tested.count > 60)
  }
}

extension JSON {
  /// The value without what is at a path.
  fileprivate func without(_ path: ArraySlice<JSONPath.Component>) -> JSON {
    guard let first = path.first else { return self }
    switch (self, first) {
    case (.object(var members), .key(let key)):
      members[key] = path.count == 1 ? nil : members[key]?.without(path.dropFirst())
      return .object(members)
    case (.array(var elements), .index(let index)) where elements.indices.contains(index):
      if path.count == 1 {
        elements.remove(at: index)
      } else {
        elements[index] = elements[index].without(path.dropFirst())
      }
      return .array(elements)
    default: return .null
    }
  }
}
