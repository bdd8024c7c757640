import ChartModel
import JSONModel

/// What share each stage has of the first one and of the one before.
struct FunnelShares: Sendable {
  private let values: [Double]
  private let format: NumberFormat

  init(_ values: [Double], format: NumberFormat) { (self.values, self.format) = (values, format) }

  /// In [0, 1], as hits tell it; `nil` where it is more, or of nothing.
  var ofFirst: [Double?] {
    values.map { value in
      guard let first = values.first, first > 0, value <= first else { return nil }
      return value / first
    }
  }

  /// A share as it is printed; a dash of nothing.
  private func percent(of value: Double, in whole: Double) -> String {
    let ratio = value / whole
    // Nobody reads more digits.
    guard whole > 0, ratio < 1e6 else { return "–" }
    return format.share(units: Int(saturating: (ratio * Double(format.percentUnits)).rounded()), of: value)
  }

  /// `40 (5%)`
  func text(at place: Int) -> String {
    "\(format.value(values[place])) (\(percent(of: values[place], in: values[0])))"
  }

  func words(_ label: String, at place: Int, _ labels: FunnelSpec.Labels) -> FunnelLabels.Words {
    func written(_ template: String) -> String {
      Template(template).text { placeholder in
        let (name, format) = format.named(by: placeholder)
        return switch name {
        case "label": label
        case "value": format.value(values[place])
        case "percent": percent(of: values[place], in: values[0])
        case "previous": percent(of: values[place], in: values[max(place - 1, 0)])
        default: nil
        }
      }.oneLine
    }
    return FunnelLabels.Words(
      before: written(labels.before), inside: written(labels.inside), after: written(labels.after))
  }
}
