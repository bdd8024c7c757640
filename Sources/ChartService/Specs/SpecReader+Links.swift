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
    kept.zone = zone ?? previous.zone
    let days = plot?.x.zone ?? .utc
    var spec = spec
    spec.common.link = nil
    var held: HeldData
    let rows: LinkedRows
    if !buffers.hasTable,
      let large = try self.rows({ () throws(InvalidValue) in
        try LinkedRows(ofLarge: data, zone: days, from: self.data)
      })
    {
      rows = large
      held = try self.held(of: ChartSpec(spec), buffers, keeping: kept)
    } else {
      let table = try buffers.table(of: data, from: self, zone: days, into: &given)
      rows = try self.rows { () throws(InvalidValue) in try LinkedRows(data, zone: days, from: self.data, or: table) }
      let (own, rowTable) = rows.table(data, from: self.data)
      spec.data = own
      held = try self.held(of: ChartSpec(spec), RequestBuffers(rowTable), keeping: kept)
      held.tellMoments(own, rowTable)
    }
    held.columns.merge(given.columns) { $1 }
    held.columns.merge(rows.columns) { $1 }
    return held
  }

  private func rows<Rows>(_ read: () throws(InvalidValue) -> Rows) throws(InvalidValue) -> Rows {
    do {
      return try read()
    } catch {
      throw error.prefixed(by: .key("data"))
    }
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
