package import JSONModel

/// A message that was verified and parsed.
package struct IncomingMessage: Sendable {
  package let identities: [[UInt8]]
  package let header: MessageHeader
  package let metadata: JSON
  package let content: JSON
  package let buffers: [[UInt8]]
}
