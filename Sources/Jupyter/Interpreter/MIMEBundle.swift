public import ChartService
public import JSONModel
public import OrderedCollections

/// One thing in several representations, of which a frontend picks the richest it has a renderer for.
public struct MIMEBundle: Hashable, Sendable {
  /// By MIME type: a string, or JSON for JSON types.
  public var data: OrderedDictionary<String, JSON>
  /// By MIME type: hints for the renderer, such as a width and a height.
  public var metadata: OrderedDictionary<String, JSON>
  /// Whether it is shown live where its subject is known; never if it shows the subject in a way of its own.
  public var live: LiveCharts

  public init(
    data: OrderedDictionary<String, JSON>, metadata: OrderedDictionary<String, JSON> = [:], live: LiveCharts = .off
  ) {
    self.data = data
    self.metadata = metadata
    self.live = live
  }

  /// Tells whether it looks otherwise than before.
  var fingerprint: Int { data.hashValue }

  var plainText: String? { data["text/plain"]?.stringValue }
}
