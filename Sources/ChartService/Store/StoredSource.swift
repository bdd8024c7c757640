import ChartData
import ChartModel
import JSONModel
import Journal
import OrderedCollections

/// A spec with its data as a store has it: columns and the rules of time zones lie beside it, by what is in them.
struct StoredSource: Sendable {
  var spec: JSON = [:]
  var slices: JSON?
  /// The names of the contents of its columns, by ``ColumnPlace``.
  var columns: OrderedDictionary<String, String> = [:]
  var hasGrown = false
  /// The name of the content that is the zone's TZif file.
  var timeZoneRules: String?
  var today: String?
  var warnings: [String] = []
  /// The data of the charts that the chart is made of.
  var parts: [StoredSource] = []

  static let schema: Schema<Self> = Schema.object("StoredSpec", "A spec with its data.", initial: Self()) {
    Property("spec", \.spec, .json("As it was given."), "As it was given.", required: true)
    Property("slices", \.slices, .optional(.json("Slices.")), "The slices that were read from a file.")
    Property("columns", \.columns, .dictionary(of: .string()), "The names of its columns' contents.")
    Property("grown", \.hasGrown, .bool(), "Whether points were added to what was read from a file.")
    Property("timeZoneRules", \.timeZoneRules, .optional(.string()), "The name of the zone's rules.")
    Property("today", \.today, .optional(.string()), "The day on which it was read.")
    Property("warnings", \.warnings, .array(of: .string()), "What was left out while reading.")
    Property(
      "parts", \.parts, .array(of: .deferred(expectation: "an object") { schema }),
      "The data of the charts that it is made of; their specs are in its own.")
  }
}

extension StoredSource {
  /// - Parameter keep: Keeps a content, and gives its name.
  init(_ source: SpecSource, keep: ([UInt8]) throws(StoreFault) -> ContentDigest) throws(StoreFault) {
    try self.init(source.held, keep: keep)
    spec = source.json
  }

  private init(_ held: HeldData, keep: ([UInt8]) throws(StoreFault) -> ContentDigest) throws(StoreFault) {
    slices = held.slices
    for (place, column) in held.columns.sorted(by: { $0.key < $1.key }) {
      columns[place.description] = try keep(column.content).description
    }
    hasGrown = held.hasGrown
    timeZoneRules = try held.zone.map { zone throws(StoreFault) in try keep(zone.rules).description }
    today = held.today
    warnings = held.warnings
    for part in held.parts { parts.append(try StoredSource(part, keep: keep)) }
  }

  /// The spec with its data.
  /// - Parameters:
  ///   - column: Gives the column of a name; the same one each time, so that specs share it.
  ///   - content: Gives what is in a content.
  /// - Throws: ``InvalidValue`` with the path inside the stored spec.
  func source(
    _ kinds: ChartKinds, column: (ContentDigest) throws(StoreFault) -> HeldColumn,
    content: (ContentDigest) throws(StoreFault) -> [UInt8]
  ) throws(StoreFault) -> SpecSource {
    var held: [HeldColumn] = []
    let item = try item(with: &held, column: column, content: content)
    do throws(InvalidValue) {
      return try item.source(kinds, among: held)
    } catch {
      throw StoreFault("a spec: \(error.description)")
    }
  }

  /// The same as documents have it.
  /// - Parameter held: Gets its columns.
  private func item(
    with held: inout [HeldColumn], column: (ContentDigest) throws(StoreFault) -> HeldColumn,
    content: (ContentDigest) throws(StoreFault) -> [UInt8]
  ) throws(StoreFault) -> SessionDocument.Source {
    var item = SessionDocument.Source()
    (item.spec, item.slices, item.hasGrown, item.today, item.warnings) = (spec, slices, hasGrown, today, warnings)
    for (place, name) in columns {
      guard let digest = ContentDigest(name) else { throw StoreFault("'\(name.excerpt)' is no name of a content") }
      item.columns[place] = held.count
      held.append(try column(digest))
    }
    if let timeZoneRules {
      guard let digest = ContentDigest(timeZoneRules) else {
        throw StoreFault("'\(timeZoneRules.excerpt)' is no name of a content")
      }
      item.timeZoneRules = try content(digest)
    }
    for part in parts { item.parts.append(try part.item(with: &held, column: column, content: content)) }
    return item
  }
}

// MARK: - Contents

extension HeldColumn {
  /// What a column is as a content: a letter, and its numbers as little-endian doubles, or its entries as JSON.
  var content: [UInt8] {
    if case .numbers(let numbers) = entries { return [UInt8(ascii: "d")] + HeldColumn.bytes(of: numbers) }
    return [UInt8(ascii: "j")] + HeldColumn.schema.encode(self).bytes
  }

  convenience init(content: [UInt8]) throws(StoreFault) {
    do throws(InvalidValue) {
      switch content.first {
      case UInt8(ascii: "d"):
        self.init(.numbers(try ColumnSpec.NumberType.float64.numbers(in: Array(content.dropFirst()))))
      case UInt8(ascii: "j"):
        guard let json = try? JSON(parsing: Array(content.dropFirst())) else { throw InvalidValue("is no JSON") }
        self.init(try HeldColumn.schema.decode(json).entries)
      default: throw InvalidValue("begins with nothing that is known")
      }
    } catch {
      throw StoreFault("a column: \(error.description)")
    }
  }
}
