public import CellModel
public import JSONModel
public import JSONRPC
public import LiveViews
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

  /// What a model shows of a subject as it is now; `nil` if it is no more.
  ///
  /// - Parameter theme: of the page around it; `nil` if no page has told.
  func look(of subject: DisplaySubject, theme: String?) -> DisplayLook?

  /// The members of a model that shows a picture of a notebook, with nothing in the kernel behind it.
  func look(of picture: SavedNotebook.Picture) -> OrderedDictionary<String, JSON>

  /// What was kept of displays of an earlier run of the kernel, by the ids of their models: those whose subjects are there.
  var kept: [String: DisplaySubject] { get }

  /// Keeps which subject a model shows, so that its views go on when the kernel dies and is started again; or that it shows
  /// none any more.
  func keep(_ subject: DisplaySubject, model: String, isShown: Bool)

  /// Answers a JSON-RPC request or batch from a display.
  ///
  /// - Returns: `nil` for notifications.
  func answer(_ request: JSON, buffers: [[UInt8]], cancellation: Cancellation) -> JSON?
}

extension LiveDisplays {
  public var kept: [String: DisplaySubject] { [:] }
  public func keep(_ subject: DisplaySubject, model: String, isShown: Bool) {}
}
