import ChartModel
import Foundation

/// How colours look to people, by published formulas that the engine doesn't use.
enum ColorVision: CaseIterable, Sendable {
  case usual
  /// Without the cones for long, medium or short waves.
  case protanopia, deuteranopia, tritanopia

  /// What is seen of linear red, green and blue. Source: G. M. Machado, M. M. Oliveira, L. A. F. Fernandes: "A
  /// Physiologically-based Model for Simulation of Color Vision Deficiency", IEEE TVCG 15(6), 2009, table 1, severity 1.
  private var rows: [[Double]] {
    switch self {
    case .usual: [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
    case .protanopia:
      [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]
    case .deuteranopia:
      [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]]
    case .tritanopia:
      [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]]
    }
  }

  func lab(of color: Color) -> LabColor {
    let linear = [color.red, color.green, color.blue].map { byte -> Double in
      let share = Double(byte) / 255
      return share <= 0.04045 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
    }
    let seen = rows.map { row in min(max(zip(row, linear).reduce(0) { $0 + $1.0 * $1.1 }, 0), 1) }
    return LabColor(linear: seen)
  }
}

/// A colour as lightness from 0 to 100, how red, and how yellow it is: CIE 1976, white D65.
struct LabColor: Hashable, Sendable {
  var lightness: Double
  var a: Double
  var b: Double

  init(_ lightness: Double, _ a: Double, _ b: Double) { (self.lightness, self.a, self.b) = (lightness, a, b) }

  /// - Parameter linear: Red, green and blue of sRGB as shares of light.
  init(linear: [Double]) {
    // IEC 61966-2-1.
    let rows = [
      [0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.0721750], [0.0193339, 0.1191920, 0.9503041],
    ]
    let white = [0.95047, 1, 1.08883]
    let roots = zip(rows, white).map { row, white -> Double in
      let share = zip(row, linear).reduce(0) { $0 + $1.0 * $1.1 } / white
      return share > 216 / 24389.0 ? cbrt(share) : (24389 / 27.0 * share + 16) / 116
    }
    self.init(116 * roots[1] - 16, 500 * (roots[0] - roots[1]), 200 * (roots[1] - roots[2]))
  }

  /// How different two colours look: CIEDE2000. Source: G. Sharma, W. Wu, E. N. Dalal, Color Research and Application 30(1), 2005.
  func difference(to other: LabColor) -> Double {
    func radians(_ degrees: Double) -> Double { degrees * .pi / 180 }
    func share(_ chroma: Double) -> Double { sqrt(pow(chroma, 7) / (pow(chroma, 7) + pow(25, 7))) }
    let stretch = 1 + 0.5 * (1 - share((hypot(a, b) + hypot(other.a, other.b)) / 2))
    let chromas = (hypot(a * stretch, b), hypot(other.a * stretch, other.b))
    func hue(_ a: Double, _ b: Double) -> Double {
      let angle = atan2(b, a * stretch) * 180 / .pi
      return angle < 0 ? angle + 360 : angle
    }
    let hues = (hue(a, b), hue(other.a, other.b))
    let isGrey = chromas.0 * chromas.1 == 0
    var turn = isGrey ? 0 : hues.1 - hues.0
    if turn > 180 { turn -= 360 }
    if turn < -180 { turn += 360 }
    var middle = (hues.0 + hues.1) / 2
    if isGrey {
      middle = hues.0 + hues.1
    } else if abs(hues.0 - hues.1) > 180 {
      middle += hues.0 + hues.1 < 360 ? 180 : -180
    }
    let (lightness, chroma) = ((self.lightness + other.lightness) / 2, (chromas.0 + chromas.1) / 2)
    let weight =
      1 - 0.17 * cos(radians(middle - 30)) + 0.24 * cos(radians(2 * middle)) + 0.32 * cos(radians(3 * middle + 6))
      - 0.2 * cos(radians(4 * middle - 63))
    let square = (lightness - 50) * (lightness - 50)
    let light = (other.lightness - self.lightness) / (1 + 0.015 * square / sqrt(20 + square))
    let strong = (chromas.1 - chromas.0) / (1 + 0.045 * chroma)
    let turned = 2 * sqrt(chromas.0 * chromas.1) * sin(radians(turn / 2)) / (1 + 0.015 * chroma * weight)
    let blue = 60 * exp(-pow((middle - 275) / 25, 2))
    return sqrt(
      light * light + strong * strong + turned * turned - sin(radians(blue)) * 2 * share(chroma) * strong * turned)
  }
}
