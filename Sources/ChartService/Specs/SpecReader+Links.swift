import ChartData
import ChartEngine
import ChartModel
import JSONModel

extension SpecReader {
  /// The data of a linked chart, and all rows that they are made of.
  /// - Throws: ``InvalidValue`` with the path inside the spec.
  func linkedData(
    of spec: any SourcedSpec, _ data: DataSpec, _ buffers: RequestBuffers, keeping previous: HeldData
  ) throws(InvalidValue) -> HeldData {
    var given = HeldData()
    var kept = previous
    let (plot, zone) = try zoned(spec, keeping: previous.zone)
    let table = try buffers.table(of: data, from: self, zone: plot?.x.zone ?? .utc, into: &given)
    kept.zone = zone ?? previous.zone
    let rows: LinkedRows
    do {
      rows = try LinkedRows(data, zone: plot?.x.zone ?? .utc, from: self.data, or: table)
    } catch {
      throw error.prefixed(by: .key("data"))
    }
    var spec = spec
    let (own, rowTable) = rows.table(data, from: self.data)
    spec.data = own
    spec.common.link = nil
    var held = try held(of: ChartSpec(spec), RequestBuffers(rowTable), keeping: kept)
    held.tellMoments(own, rowTable)
    held.columns.merge(given.columns) { $1 }
    held.columns.merge(rows.columns) { $1 }
    return held
  }
}

extension HeldData {
  /// Says of positions that are moments that they are: the numbers of a table alone don't tell, where no step has.
  mutating func tellMoments(_ data: DataSpec, _ table: SpecTable) {
    guard data.transform.isEmpty, let x = data.x, table.hasMoments(named: x),
      case .numbers? = columns[.positions]?.entries
    else { return }
    columns[.moments] = columns.removeValue(forKey: .positions)
  }
}
