import ChartModel
import Foundation
import JSONModel
import Testing

@testable import ChartEngine

/// Charts that stand still, to test with.
enum StillCharts {
  static func chart(_ spec: String, size: Size? = nil) throws -> Chart {
    Chart(id: "test", spec: try ChartSpec(json: JSON(parsing: spec)), size: size)
  }

  static func layout<Layout: StillLayout>(_ spec: String, size: Size? = nil, as: Layout.Type) throws -> Layout {
    try #require(try chart(spec, size: size).layout() as? Layout)
  }

  /// What is wrong with a spec.
  static func fault(_ spec: String) -> String? {
    do {
      _ = try ChartSpec(json: JSON(parsing: spec))
      return nil
    } catch {
      return "\(error)"
    }
  }

  /// Presses keys one after the other, and says what is selected after each.
  static func walk(_ chart: Chart, _ keys: [Key]) -> [[Int]?] {
    var chart = chart
    return keys.map { key in
      _ = chart.apply(.key(key))
      return chart.state.view.selection
    }
  }
}

extension Point {
  /// By plain trigonometry.
  func polar(_ radius: Double, degrees: Double) -> Point {
    Point(x: x + radius * cos(degrees * .pi / 180), y: y + radius * sin(degrees * .pi / 180))
  }

  func isNear(_ other: Point, _ tolerance: Double = 1e-6) -> Bool {
    hypot(x - other.x, y - other.y) <= tolerance
  }
}

extension StillLayout {
  /// The shapes of marks as a painter sees them, the last one drawn last, with the paths of the marks.
  var painting: Painting { Painting(scene(), on: canvas.surface.color) }

  /// Places all over the chart.
  var places: [Point] {
    stride(from: 2.25, to: canvas.size.width, by: 6.5).flatMap { x in
      stride(from: 1.75, to: canvas.size.height, by: 6.5).map { Point(x: x, y: $0) }
    }
  }
}
