package import ChartData
package import JSONModel
package import JSONRPC

/// What keeps all that goes in and out of a service.
package protocol ServiceRecorder: Sendable {
  /// What the service takes from the world outside while it is recorded.
  var outside: any Outside { get }

  /// A client whose messages are kept, in both directions.
  func endpoint(recording endpoint: any MessageEndpoint, takesNotifications: Bool) -> any MessageEndpoint

  /// Has a message answered that comes from no client of a transport, such as a live display, and keeps both.
  func record(_ message: [UInt8], buffers: [[UInt8]], _ answer: () -> [UInt8]?) -> [UInt8]?
  /// The same for values, which are kept as the text that they would be.
  func record(_ message: JSON, buffers: [[UInt8]], _ answer: () -> JSON?) -> JSON?

  /// Keeps a way in.
  func note(_ connection: Connection)
}
