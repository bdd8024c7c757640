import ChartData
import ChartModel
import JSONModel

extension PieSpec: SourcedSpec {}
extension TreemapSpec: SourcedSpec {}

extension SlicedSpec {
  func heldData(
    from reader: SpecReader, _ buffers: RequestBuffers, keeping previous: HeldData
  ) throws(InvalidValue) -> HeldData {
    var held = HeldData()
    guard let data else { return held }
    let table = try buffers.table(of: data, from: reader, into: &held)
    do {
      let slices = try SliceReader(data).read(from: reader.data, or: table)
      (held.slices, held.warnings) = (slices.json, slices.warnings)
    } catch {
      throw error.prefixed(by: .key("data"))
    }
    return held
  }

  func filled(with held: HeldData) throws(InvalidValue) -> Self {
    guard let slices = held.slices else { return self }
    return try with(slices: slices)
  }

  func complete(_ held: inout HeldData, from stored: StoredData) throws(InvalidValue) {
    guard held.slices != nil || data == nil else { throw StoredData.missing("slices") }
  }

  var columns: [ColumnSpec] { [] }
}
