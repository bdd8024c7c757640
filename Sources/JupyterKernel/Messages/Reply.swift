internal import CellModel
internal import JSONModel

/// The answer to a request.
struct Reply: Sendable {
  var content: JSON
  var metadata: JSON = [:]
  var buffers: [[UInt8]] = []
  /// What is done once the answer is on its way and the kernel is idle.
  var afterwards: (@Sendable () -> Void)?

  /// - Parameter content: what there is beside `status`, which is `ok` unless it says otherwise.
  init(_ content: JSON = [:], metadata: JSON = [:], afterwards: (@Sendable () -> Void)? = nil) {
    self.content = (["status": "ok"] as JSON).merging(members: content)
    self.metadata = metadata
    self.afterwards = afterwards
  }

  /// An answer that says what went wrong, with all that the protocol demands of one.
  static func failure(_ error: CellError, _ content: JSON = [:]) -> Reply {
    Reply(error.json.merging(members: ["status": "error"]).merging(members: content))
  }
}
