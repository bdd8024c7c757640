import ChartData
import ChartModel
import JSONModel

/// A spec of parts with names, values and colours, which can be read from rows.
protocol PartsSpec: SourcedSpec {
  /// What a chart of the kind is called in errors: `a pie`.
  static var chartName: String { get }
  /// The spec with parts in the place of a file, as JSON has them.
  func with(parts: JSON) throws(InvalidValue) -> Self
}

extension PieSpec: PartsSpec {
  static var chartName: String { "a pie" }
  func with(parts: JSON) throws(InvalidValue) -> PieSpec { try with(slices: parts) }
}

extension TreemapSpec: PartsSpec {
  static var chartName: String { "a treemap" }
  func with(parts: JSON) throws(InvalidValue) -> TreemapSpec { try with(slices: parts) }
}

extension FunnelSpec: PartsSpec {
  static var chartName: String { "a funnel" }
  func with(parts: JSON) throws(InvalidValue) -> FunnelSpec { try with(stages: parts) }
}

extension PartsSpec {
  func heldData(
    from reader: SpecReader, _ buffers: RequestBuffers, keeping previous: HeldData
  ) throws(InvalidValue) -> HeldData {
    var held = HeldData()
    guard let data else { return held }
    let slices = SliceReader(data, of: Self.chartName)
    let table = try buffers.table(of: data, from: reader, columns: slices.used, into: &held)
    do {
      let slices = try slices.read(from: reader.data, or: table)
      (held.slices, held.warnings) = (slices.json, slices.warnings)
    } catch {
      throw error.prefixed(by: .key("data"))
    }
    return held
  }

  func filled(with held: HeldData) throws(InvalidValue) -> Self {
    guard let slices = held.slices else { return self }
    return try with(parts: slices)
  }

  func complete(_ held: inout HeldData, from stored: StoredData) throws(InvalidValue) {
    guard held.slices != nil || data == nil else { throw StoredData.missing("slices") }
  }

  var columns: [ColumnSpec] { [] }
}
