import ChartEngine
public import ChartModel
public import JSONModel
public import JSONRPC
import OrderedCollections

/// A change of a chart as a subscriber is told of it: the newest state, whatever happened in between.
public struct ChartChange: Sendable {
  public var kind: ChangeKind
  public var session: String
  public var chart: String
  /// The newest revision; of a deleted chart its last.
  public var revision: Int
  /// The method that caused it, such as `chart/tap`; of several changes in one all of them, joined by `, `.
  public var cause: String
  /// What happened, oldest first; of many the newest hundred.
  public var events: [JSON]
  /// The chart now; `nil` if it was deleted.
  public var picture: ChartPicture?
  /// Whether the subscriber wants to see it.
  public var isRendered: Bool
  /// Whether the subscriber wants to know what interactions made of it.
  public var tellsState: Bool
  /// Of what is around pictures where the subscriber shows them.
  public var theme: Theme?

  /// The notification: `chart/didCreate`, `chart/didChange` or `chart/didDelete`.
  public var message: OutgoingMessage {
    var params: OrderedDictionary<String, JSON> = ["session": .string(session), "chart": .string(chart)]
    if kind != .deleted { params["revision"] = .integer(revision) }
    params["cause"] = .string(cause)
    if kind == .changed { params["events"] = .array(events) }
    if tellsState, let picture { params["state"] = ChartState.schema.encode(picture.source.state.withoutPointers) }
    if isRendered, let picture { params["display"] = .object(picture.display(in: theme)) }
    return .notification(method, params: .object(params))
  }

  private var method: String {
    switch kind {
    case .created: "chart/didCreate"
    case .changed: "chart/didChange"
    case .deleted: "chart/didDelete"
    }
  }
}
