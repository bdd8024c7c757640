public import CellModel
public import JSONModel
public import JSONRPC
public import OrderedCollections

/// What is behind displays that answer to the mouse: how their subjects look, and what is asked of them.
///
/// All of it is called on threads that may be kept waiting, and for several displays at the same time.
public protocol LiveDisplays: Sendable {
  /// Names the module among those of other kernels: `package.Name`.
  var identifier: String { get }

  /// The JavaScript module that shows a model of ``look(of:theme:)`` and sends requests, as `anywidget` loads it.
  var module: String { get }

  /// The module's style sheet.
  var styles: String { get }

  /// The members of a model that shows a subject as it is now; `nil` if it is no more.
  ///
  /// - Parameter theme: of the page around it; `nil` if no page has told.
  func look(of subject: DisplaySubject, theme: String?) -> OrderedDictionary<String, JSON>?

  /// The members of a model that shows a picture of a notebook, with nothing in the kernel behind it.
  func look(of picture: SavedNotebook.Picture) -> OrderedDictionary<String, JSON>

  /// What makes one `svg` of a look out of another, for a module that has the old one; `nil` if it must be sent whole.
  func patch(from old: String, to new: String) -> JSON?

  /// Answers a JSON-RPC request or batch from a display.
  ///
  /// - Returns: `nil` for notifications.
  func answer(_ request: JSON, buffers: [[UInt8]], cancellation: Cancellation) -> JSON?
}
