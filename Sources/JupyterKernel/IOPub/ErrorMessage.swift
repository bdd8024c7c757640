internal import CellModel
internal import JSONModel

extension CellError {
  /// As the protocol writes an error.
  var json: JSON {
    ["ename": .string(name), "evalue": .string(message), "traceback": .array(traceback.map { .string($0) })]
  }

  /// A request that cannot be answered as it stands.
  static func invalidRequest(_ reason: String) -> CellError {
    CellError(name: "InvalidRequest", message: reason, traceback: ["InvalidRequest: \(reason)"])
  }
}
