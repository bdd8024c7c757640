@testable import ChartEngine
import ChartModel
import JSONModel
import Testing

/// Charts to test with.
enum Pies {
  /// A chart from a spec as its author writes it.
  static func chart(_ spec: String, size: Size? = nil) throws -> Chart {
    Chart(id: "test", spec: try ChartSpec(json: JSON(parsing: spec)), size: size)
  }

  /// A pie of values, without labels.
  static func chart(
    _ values: [Double], size: Size? = nil, _ change: (inout PieSpec) -> Void = { _ in }
  ) -> Chart {
    var spec = PieSpec(slices: values.enumerated().map { SliceSpec(label: "Slice \($0)", value: $1) })
    spec.labels.position = .none
    spec.radius = .pixels(100)
    change(&spec)
    return Chart(id: "test", spec: .pie(spec), size: size)
  }

  /// The five slices of reference R1, which begin at 0°, 90°, 198°, 252° and 288° clockwise of the start.
  static let five: [Double] = [25, 30, 15, 10, 20]
  static let fiveStarts: [Double] = [0, 90, 198, 252, 288, 360]
}

extension Chart {
  var pie: PieLayout { get throws { try #require(layout() as? PieLayout) } }

  /// The chart with its spec changed.
  func changed(_ change: (inout PieSpec) -> Void) -> Chart {
    guard var pie = spec.content as? PieSpec else { return self }
    change(&pie)
    return Chart(id: id, spec: .pie(pie), size: size, theme: theme)
  }

  /// Taps at an angle and a distance from the centre.
  mutating func tap(angle: Double, radius: Double) throws -> Outcome {
    apply(.tap(try pie.point(angle: angle, radius: radius)))
  }

  /// One report of a pointer.
  @discardableResult
  mutating func pointer(
    _ phase: PointerReport.Phase, _ position: Point, time: Double? = nil, pointer: Int = 0
  ) -> Outcome {
    apply(.pointer(PointerReport(phase: phase, position: position, time: time, pointer: pointer)))
  }
}

extension PieLayout {
  /// The point at an angle and a distance from the centre.
  func point(angle: Double, radius: Double) -> Point {
    let (sine, cosine) = sineAndCosine(degrees: angle)
    return Point(x: center.x + radius * cosine, y: center.y + radius * sine)
  }
}

/// The difference of two angles, in [-180, 180).
func angularDifference(_ first: Double, _ second: Double) -> Double {
  let difference = (first - second).truncatingRemainder(dividingBy: 360)
  return difference >= 180 ? difference - 360 : difference < -180 ? difference + 360 : difference
}
