import ChartEngine
package import ChartModel
import ChartTransforms
package import JSONModel
package import OrderedCollections

/// What the columns of a table hold, once the steps are done: for charts that name none of them.
package struct TableContents {
  package enum Content: Hashable, Sendable { case names, numbers, moments }

  /// In the table's order.
  package let columns: OrderedDictionary<String, Content>

  /// - Parameter table: The table that came with the spec, if `data` names no file.
  /// - Throws: ``InvalidValue`` with the path inside `data`.
  /// - Complexity: O(*n*) in the table's cells.
  package init(_ data: DataSpec, from source: DataSource, or table: SpecTable?) throws(InvalidValue) {
    let (frame, _, _) = try FrameReader(data, zone: .utc, namesOf: nil).read(from: source, or: table, wanted: nil)
    columns = frame.columns.mapValues { column in
      switch column {
      case .names, .truths: .names
      case .numbers: .numbers
      case .moments: .moments
      }
    }
  }
}
