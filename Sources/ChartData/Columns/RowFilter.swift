import JSONModel

/// What rows must hold to be taken.
package struct RowFilter: Sendable {
  struct Condition: Sendable {
    let column: Int
    let wanted: JSON
    /// The bytes of the only text that is wanted.
    let bytes: [UInt8]?

    init(column: Int, wanted: JSON) {
      self.column = column
      self.wanted = wanted
      bytes = wanted.stringValue.map { Array($0.utf8) }
    }

    /// Whether a cell, as it is written in the file, is as wanted.
    func matches(_ text: Span<UInt8>, _ style: CellStyle) -> Bool {
      if let bytes, text.count == bytes.count, !bytes.isEmpty, text.indices.allSatisfy({ text[$0] == bytes[$0] }) {
        return !text.trimmedRange.isEmpty
      }
      // Texts that are equal though their bytes are not, such as é in two ways, are left to strings.
      if let bytes, bytes.allSatisfy({ $0 < 0x80 }), text.indices.allSatisfy({ text[$0] < 0x80 }) { return false }
      return (text.trimmedRange.isEmpty ? DataCell.missing : .text(String(text))).matches(wanted, style)
    }
  }

  var conditions: [Condition] = []

  var columns: [Int] { conditions.map(\.column) }

  /// - Parameter cell: What a row has in a column.
  func matches(_ style: CellStyle, _ cell: (Int) -> DataCell) -> Bool {
    conditions.allSatisfy { cell($0.column).matches($0.wanted, style) }
  }
}
