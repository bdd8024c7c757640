import ChartExport
public import ChartModel

/// What a picture of a chart can be written as.
public enum PictureFormat: String, CaseIterable, Sendable {
  case svg, png, pdf, html

  /// How many times as large as a chart a PNG or PDF of it may be.
  public static let scales = SceneExport.scales

  /// Those of them that have a scale.
  var isScaled: Bool { self == .png || self == .pdf }
}

/// Which picture of a chart is wanted.
public struct PictureRequest: Sendable {
  public var format: PictureFormat
  /// How far the draw-in animation is, after easing; `nil` for the chart's own state.
  public var phase: Double?
  public var size: Size?
  public var theme: Theme?
  public var animated: Bool
  /// Of a PNG or PDF; 1 if not given.
  public var scale: Double?

  public init(
    format: PictureFormat, phase: Double? = nil, size: Size? = nil, theme: Theme? = nil, animated: Bool = false,
    scale: Double? = nil
  ) {
    self.format = format
    self.phase = phase
    self.size = size
    self.theme = theme
    self.animated = animated
    self.scale = scale
  }
}

/// A picture of a chart as it is put into a file or an answer.
public struct PictureFile: Sendable {
  public enum Content: Sendable {
    case text(String)
    case bytes([UInt8])
  }

  public var content: Content
  /// Which revision of the chart it shows.
  public var revision: Int
  /// What was left out of it.
  public var warnings: [String]

  /// What a file of it holds.
  public var bytes: [UInt8] {
    switch content {
    case .text(let text): Array(text.utf8)
    case .bytes(let bytes): bytes
    }
  }
}
