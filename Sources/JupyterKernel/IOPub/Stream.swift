internal import CellModel
internal import JSONModel

extension OutgoingMessage {
  /// `stream`: text on stdout or stderr.
  static func stream(_ name: StreamName, _ text: String) -> OutgoingMessage {
    OutgoingMessage("stream", ["name": .string(name.rawValue), "text": .string(text)])
  }
}
