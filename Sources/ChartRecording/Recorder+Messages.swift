package import ChartData
package import ChartService
package import JSONModel
package import JSONRPC
import OrderedCollections

extension Recorder: ServiceRecorder {
  package var outside: any Outside { RecordingOutside.recorded(self) }

  package func endpoint(recording endpoint: any MessageEndpoint, takesNotifications: Bool) -> any MessageEndpoint {
    RecordingEndpoint(endpoint, recorder: self, takesNotifications: takesNotifications)
  }

  package func note(_ connection: Connection) { note(["connection": Connection.schema.encode(connection)]) }

  func noteOpening(of client: Int, takesNotifications: Bool) {
    note(["client": .integer(client), "opens": true, "notifications": .bool(takesNotifications)])
  }

  /// - Parameter direction: `in` or `out`. A token that came in is left out: recordings are sent to others.
  func note(_ bytes: [UInt8], _ buffers: [[UInt8]], _ direction: String, of client: Int) {
    let kept = withoutSecret(direction == "in" ? Introduction.redacting(bytes) : bytes)
    var entry: OrderedDictionary<String, JSON> = ["client": .integer(client), direction: Recorder.json(kept)]
    if !buffers.isEmpty { entry["buffers"] = .array(buffers.map { Recorder.json(withoutSecret($0)) }) }
    note(entry)
  }

  package func record(_ message: [UInt8], buffers: [[UInt8]], _ answer: () -> [UInt8]?) -> [UInt8]? {
    serially {
      let client = displayClient()
      note(message, buffers, "in", of: client)
      let answer = answer()
      if let answer { note(answer, [], "out", of: client) }
      return answer
    }
  }

  /// The same for values, which are kept as the text that they would be.
  package func record(_ message: JSON, buffers: [[UInt8]], _ answer: () -> JSON?) -> JSON? {
    serially {
      let client = displayClient()
      note(message.bytes, buffers, "in", of: client)
      let answer = answer()
      if let answer { note(answer.bytes, [], "out", of: client) }
      return answer
    }
  }
}
