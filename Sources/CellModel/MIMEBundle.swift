public import JSONModel
public import OrderedCollections

/// One thing in several representations, of which a frontend picks the richest it has a renderer for.
public struct MIMEBundle: Hashable, Sendable {
  /// By MIME type: a string, or JSON for JSON types.
  public var data: OrderedDictionary<String, JSON>
  /// By MIME type: hints for the renderer, such as a width and a height.
  public var metadata: OrderedDictionary<String, JSON>

  public init(data: OrderedDictionary<String, JSON>, metadata: OrderedDictionary<String, JSON> = [:]) {
    self.data = data
    self.metadata = metadata
  }

  /// The thing in words, if it has them.
  public var plainText: String? { data["text/plain"]?.stringValue }
}
