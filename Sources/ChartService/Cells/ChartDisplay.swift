import ChartModel
public import JSONModel
public import OrderedCollections

/// One showing of a chart.
public struct ChartDisplay: Hashable, Sendable {
  public var session: String
  public var chart: String
  public var revision: Int
  /// A MIME bundle: `image/svg+xml`, and `text/plain` with the chart in words.
  public var data: OrderedDictionary<String, JSON>
  /// Hints for each MIME type: `{"image/svg+xml": {"width": 640, "height": 360}}`, in px.
  public var metadata: OrderedDictionary<String, JSON>
  /// Whether the chart is shown live in its place; never if it is drawn otherwise than it is.
  public var live = LiveCharts.off

  public init(
    session: String, chart: String, revision: Int, data: OrderedDictionary<String, JSON>,
    metadata: OrderedDictionary<String, JSON>
  ) {
    self.session = session
    self.chart = chart
    self.revision = revision
    self.data = data
    self.metadata = metadata
  }
}

extension ChartDisplay {
  init(_ picture: ChartPicture) {
    let size: JSON = ["width": JSON(picture.size.width), "height": JSON(picture.size.height)]
    self.init(
      session: picture.session, chart: picture.chart, revision: picture.revision, data: picture.display,
      metadata: ["image/svg+xml": size])
  }
}
