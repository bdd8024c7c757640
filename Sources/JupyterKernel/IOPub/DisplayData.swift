internal import CellModel
internal import JSONModel

extension OutgoingMessage {
  /// `display_data`: something to look at.
  ///
  /// - Parameter displayID: by which it can be shown anew later.
  static func displayData(_ bundle: MIMEBundle, displayID: String? = nil) -> OutgoingMessage {
    OutgoingMessage("display_data", bundle.content(["transient": transient(displayID)]))
  }

  /// `update_display_data`: how something displayed before looks now.
  static func updateDisplayData(_ bundle: MIMEBundle, displayID: String) -> OutgoingMessage {
    OutgoingMessage("update_display_data", bundle.content(["transient": transient(displayID)]))
  }

  /// `execute_result`: the value of a cell. One at most for each execution.
  static func executeResult(_ bundle: MIMEBundle, executionCount: Int) -> OutgoingMessage {
    OutgoingMessage(
      "execute_result", bundle.content(["execution_count": .integer(executionCount), "transient": [:]]))
  }

  /// `clear_output`: what the cell has shown so far is to go.
  static func clearOutput(waits: Bool) -> OutgoingMessage {
    OutgoingMessage("clear_output", ["wait": .bool(waits)])
  }

  private static func transient(_ displayID: String?) -> JSON {
    displayID.map { ["display_id": .string($0)] } ?? [:]
  }
}

extension MIMEBundle {
  /// As the protocol writes it.
  func content(_ others: JSON) -> JSON {
    (["data": .object(data), "metadata": .object(metadata)] as JSON).merging(members: others)
  }
}
