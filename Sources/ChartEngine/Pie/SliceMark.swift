import ChartModel

/// One slice as it is drawn and hit.
struct SliceMark: Hashable, Sendable {
  /// The indices in the spec that lead to it, from the innermost ring outwards.
  let path: [Int]
  let label: String
  let value: Double
  /// The share of the total, in [0, 1].
  let fraction: Double
  /// Value and share as they are printed.
  let valueText: String
  let percentText: String
  /// For what texts want otherwise.
  let format: NumberFormat
  let color: Color
  let sector: Sector
  let isSelected: Bool
  /// Where its children are among the layout's marks (`nil`: without an angle), and which part of its angles each has.
  var children: [Int?] = []
  var childAngles: SliceAngles?

  init(_ slice: SliceTree.Slice, sector: Sector, format: NumberFormat, isSelected: Bool) {
    (path, label, value, fraction) = (slice.path, slice.spec.label, slice.weight, slice.fraction)
    (valueText, percentText) = (format.value(slice.weight), slice.percentText(format))
    (self.format, color, self.sector, self.isSelected) = (format, slice.color, sector, isSelected)
  }

  /// The ring, counted from 0 at the centre of the whole.
  var ring: Int { path.count - 1 }
  /// The index among its siblings.
  var index: Int { path.last ?? 0 }

  /// The mark for those outside the engine.
  var reference: MarkReference {
    MarkReference(series: ring, index: index, path: path, label: label, value: value, fraction: fraction)
  }

  /// What a placeholder of a template stands for.
  func text(for placeholder: String) -> String? {
    switch placeholder {
    case "label": return label
    case "value": return valueText
    case "percent": return percentText
    default:
      let (name, format) = format.named(by: placeholder)
      return name == "value" ? format.value(value) : nil
    }
  }

  /// `Rent: 25 (25%)`
  var words: String { "\(label.isEmpty ? "Slice \(index + 1)" : label.shortened): \(valueText) (\(percentText))" }
}
