/// Which rows of a table the rows of a ``Frame`` are, for messages.
package enum RowOrigin: Sendable {
  /// They were made, or nobody knows.
  case unknown
  /// The same ones.
  case same
  /// These, from 0; -1 for one that is none.
  case rows([Int32])

  /// The table's row that one is; `nil` for none.
  package func row(_ index: Int) -> Int? {
    switch self {
    case .unknown: nil
    case .same: index
    case .rows(let rows): rows.indices.contains(index) && rows[index] >= 0 ? Int(rows[index]) : nil
    }
  }

  /// That of some of the rows, in their order; -1 for one that is none.
  package func taking(_ taken: [Int32]) -> RowOrigin {
    switch self {
    case .unknown: .unknown
    case .same: .rows(taken)
    case .rows: .rows(taken.map { Int32(row(Int($0)) ?? -1) })
    }
  }
}
