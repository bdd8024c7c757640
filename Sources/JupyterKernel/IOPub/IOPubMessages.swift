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

extension OutgoingMessage {
  /// `stream`: text on stdout or stderr.
  static func stream(_ name: StreamName, _ text: String) -> OutgoingMessage {
    OutgoingMessage("stream", ["name": .string(name.rawValue), "text": .string(text)])
  }
}

extension OutgoingMessage {
  /// `status`: what the kernel is doing.
  ///
  /// - Parameter state: `starting`, once in a kernel's life; `busy` and `idle` around every request.
  static func status(_ state: String) -> OutgoingMessage {
    OutgoingMessage("status", ["execution_state": .string(state)])
  }
}

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
