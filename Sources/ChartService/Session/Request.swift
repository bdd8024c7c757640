import ChartEngine
import JSONModel
import JSONRPC
import OrderedCollections

/// A request as the history and the log keep it.
struct Request: Sendable {
  var method: String
  /// Without what says where, and whether to draw.
  var params: JSON

  init<Params>(_ method: String, _ params: Params, _ schema: Schema<Params>) {
    self.method = method
    self.params = schema.encode(params)
    if case .object(var members) = self.params {
      for key in ["chart", "session", "render"] { members.removeValue(forKey: key) }
      self.params = .object(members)
    }
  }
}
