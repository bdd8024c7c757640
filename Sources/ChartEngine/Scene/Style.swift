public import ChartModel

/// How a shape is painted. What is `nil` is not painted.
public struct Style: Hashable, Sendable {
  /// How the ends of open lines look.
  public enum LineCap: String, Hashable, Sendable {
    case butt, round, square
  }

  /// How corners of lines look.
  public enum LineJoin: String, Hashable, Sendable {
    case miter, round, bevel
  }

  public var fill: Paint?
  public var stroke: Paint?
  /// In px.
  public var strokeWidth = 1.0
  /// Of the whole shape or group, from 0 to 1; where its parts overlap, it doesn't add up.
  public var opacity = 1.0
  /// The lengths of dashes and the gaps between them in turn, in px; empty for a line without gaps.
  public var strokeDash: [Double] = []
  public var lineCap = LineCap.butt
  /// `nil` is round for paths, whose sharp corners would stick out far, and a miter for everything else.
  public var lineJoin: LineJoin?

  public init(fill: Color? = nil, stroke: Color? = nil, strokeWidth: Double = 1, opacity: Double = 1) {
    self.fill = fill.map(Paint.color)
    self.stroke = stroke.map(Paint.color)
    self.strokeWidth = strokeWidth
    self.opacity = opacity
  }

  public init(fill: Paint, stroke: Paint? = nil, strokeWidth: Double = 1, opacity: Double = 1) {
    self.fill = fill
    self.stroke = stroke
    self.strokeWidth = strokeWidth
    self.opacity = opacity
  }

  /// Only a line.
  public init(
    stroke: Paint, strokeWidth: Double = 1, strokeDash: [Double] = [], lineCap: LineCap = .butt,
    lineJoin: LineJoin? = nil, opacity: Double = 1
  ) {
    self.stroke = stroke
    self.strokeWidth = strokeWidth
    self.strokeDash = strokeDash
    self.lineCap = lineCap
    self.lineJoin = lineJoin
    self.opacity = opacity
  }
}

extension Style {
  /// Whether there is something between the dashes. A list that SVG takes for an error, or for no gaps, is none.
  package var isDashed: Bool {
    strokeDash.allSatisfy { $0.isFinite && $0 >= 0 } && strokeDash.contains { $0 >= 0.005 }
  }
}
