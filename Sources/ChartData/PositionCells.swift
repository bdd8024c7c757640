import ChartModel

/// The cells of a column of positions.
struct PositionCells {
  private let cells: [DataCell]
  private let scale: PositionAxisSpec.Scale?

  /// - Parameter scale: What the author says that they are.
  init(_ cells: [DataCell], scale: PositionAxisSpec.Scale?) {
    self.cells = cells
    self.scale = scale
  }

  /// Numbers if all are, unless they are names; else texts. All that a CSV file has is text.
  var column: ColumnSpec {
    if scale != .category, let numbers { return .numbers(numbers) }
    return .values(
      cells.map { cell in
        switch cell {
        case .missing: .missing
        case .number(let number): scale == .category ? .text(cell.text ?? "") : .number(number)
        case .text(let text): entry(text)
        }
      })
  }

  private func entry(_ text: String) -> ColumnSpec.Entry {
    if scale == .time, !PositionCells.isDate(text), let number = DataCell.text(text).number { return .number(number) }
    return .text(String(text.trimmed))
  }

  /// All as numbers, NaN where there is nothing; `nil` if a text is none.
  private var numbers: [Double]? {
    var numbers: [Double] = []
    numbers.reserveCapacity(cells.count)
    var isEmpty = true
    for cell in cells {
      if cell == .missing {
        numbers.append(.nan)
        continue
      }
      if scale == .time, case .text(let text) = cell, PositionCells.isDate(text) { return nil }
      guard let number = cell.number else { return nil }
      isEmpty = false
      numbers.append(number)
    }
    return isEmpty ? nil : numbers
  }

  /// Whether a number is a year or a date all the same, `2026` or `20260821`, where moments are expected.
  private static func isDate(_ text: String) -> Bool {
    let digits = text.trimmed.utf8
    return (digits.count == 4 || digits.count == 8) && digits.allSatisfy { (0x30...0x39).contains($0) }
  }
}
