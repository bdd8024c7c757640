package import JSONModel

/// A message to send, without what every message has.
package struct OutgoingMessage: Sendable {
  package var type: String
  package var content: JSON
  package var metadata: JSON = [:]
  package var buffers: [[UInt8]] = []

  package init(_ type: String, _ content: JSON, metadata: JSON = [:], buffers: [[UInt8]] = []) {
    self.type = type
    self.content = content
    self.metadata = metadata
    self.buffers = buffers
  }
}
