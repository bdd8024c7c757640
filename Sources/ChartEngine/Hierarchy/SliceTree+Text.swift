import ChartModel

extension SliceTree.Slice {
  func percentText(_ format: NumberFormat) -> String { format.share(units: percentUnits, of: weight) }

  /// What a placeholder of a template stands for.
  func text(for placeholder: String, _ format: NumberFormat) -> String? {
    switch placeholder {
    case "label": return spec.label
    case "percent": return percentText(format)
    default:
      let (name, format) = format.named(by: placeholder)
      return name == "value" ? format.value(weight) : nil
    }
  }

  /// `Rent: 25 (25%)`
  func words(_ format: NumberFormat) -> String {
    let name = spec.label.isEmpty ? "Slice \((path.last ?? 0) + 1)" : spec.label.shortened
    return "\(name): \(format.value(weight)) (\(percentText(format)))"
  }

  /// The slice for those outside the engine.
  var reference: MarkReference {
    MarkReference(
      series: path.count - 1, index: path.last ?? 0, path: path, label: spec.label, value: weight, fraction: fraction)
  }

  /// Its colour as it is seen on the surface.
  func fill(on surface: Surface) -> Color { color.over(surface.color) }

  /// What its parts lie on: its colour, much nearer to the surface.
  func backdrop(on surface: Surface) -> Color { fill(on: surface).mixed(with: surface.color, share: 0.8) }
}
