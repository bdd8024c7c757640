public import JSONModel
import OrderedCollections

/// A kernel or server that runs on this machine, as its runtime file tells it.
public struct RunningServer: Hashable, Sendable {
  /// Where to connect.
  public var endpoint: String
  /// The server's public CURVE key in Z85, if the connection is encrypted.
  public var serverKey: String?
  /// What it asks its clients for, if it does: see ``AccessToken``. The file is its owner's alone.
  public var token: String?
  public var processID: Int
  /// The command that started it: `jupyter` or `serve`.
  public var command: String
  /// The notebook that the kernel belongs to, where Jupyter tells it.
  public var notebook: String?
  /// The connection file of a Jupyter kernel.
  public var connectionFile: String?
  /// The directory that it was started in.
  public var directory: String
  /// When it was started, in seconds since 1970.
  public var startTime: Double
  public var version: String

  public init(
    endpoint: String, serverKey: String? = nil, token: String? = nil, processID: Int, command: String,
    notebook: String? = nil,
    connectionFile: String? = nil, directory: String, startTime: Double, version: String
  ) {
    self.endpoint = endpoint
    self.serverKey = serverKey
    self.token = token
    self.processID = processID
    self.command = command
    self.notebook = notebook
    self.connectionFile = connectionFile
    self.directory = directory
    self.startTime = startTime
    self.version = version
  }

  /// What the file holds.
  public var json: JSON { RunningServer.schema.encode(self) }

  /// - Returns: `nil` for what describes no server. What a later version may add is passed over.
  init?(json: JSON) {
    let names = RunningServer.schema.propertyNames
    guard let members = json.objectValue?.filter({ names.contains($0.key) }),
      let server = try? RunningServer.schema.decode(.object(members))
    else { return nil }
    self = server
  }

  static let schema = Schema.object(
    "RunningServer", "A kernel or server that runs.",
    initial: RunningServer(endpoint: "", processID: 0, command: "", directory: "", startTime: 0, version: "")
  ) {
    Property("endpoint", \.endpoint, .string(minLength: 1), "Where to connect.", required: true)
    Property("serverKey", \.serverKey, .optional(.string()), "The server's public CURVE key in Z85, if encrypted.")
    Property("token", \.token, .optional(.string()), "What clients give in `initialize`, if it asks for that.")
    Property("processID", \.processID, .integer(), "Its process.", required: true)
    Property("command", \.command, .string(), "The command that started it.", required: true)
    Property("notebook", \.notebook, .optional(.string()), "The notebook that it belongs to.")
    Property("connectionFile", \.connectionFile, .optional(.string()), "The connection file of a Jupyter kernel.")
    Property("directory", \.directory, .string(), "The directory that it was started in.", required: true)
    Property("startTime", \.startTime, .number(), "When it was started, in seconds since 1970.", required: true)
    Property("version", \.version, .string(), "The program's version.", required: true)
  }
}
