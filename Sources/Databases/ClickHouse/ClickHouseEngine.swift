import OrderedCollections
import POSIX

/// ClickHouse, one server or a cluster, by HTTP.
struct ClickHouseEngine: DatabaseEngine {
  static let names = ["clickhouse"]

  let dialect: any SQLDialect = ClickHouseDialect()
  private let name: String
  private let server: HTTPConversation.Server
  private let database: String?
  private let password: PasswordSource
  private let limits: QueryLimits
  private let guardian: SQLGuard

  private static let parameters: Set<String> = [
    "host", "port", "dbname", "user", "secure", "sslrootcert", "sslcert", "sslkey",
  ]

  init(_ settings: ConnectionSettings) throws(DatabaseFault) {
    func fault(_ reason: String) -> DatabaseFault {
      DatabaseFault(.connection, "the connection '\(settings.name)' \(reason)")
    }
    for name in settings.parameters.keys where !ClickHouseEngine.parameters.contains(name) {
      throw fault("has the option '\(name.prefix(60))', which ClickHouse does not have")
    }
    name = settings.name
    let parameters = settings.parameters
    let isSecure = parameters["secure"] == "true"
    var url =
      "\(isSecure ? "https" : "http")://\(parameters["host"] ?? "localhost"):\(parameters["port"] ?? (isSecure ? "8443" : "8123"))/"
    var user = parameters["user"]
    var database = parameters["dbname"]
    if let given = settings.url {
      // `clickhouse://user@host:8123/web` as well as `https://host:8443/`.
      let scheme = given.hasPrefix("https:") || given.hasPrefix("clickhouses:") ? "https" : "http"
      let rest = given[(given.firstRange(of: "://")?.upperBound ?? given.startIndex)...]
      let end = rest.firstIndex { "/?#".contains($0) } ?? rest.endIndex
      let at = rest[..<end].lastIndex(of: "@")
      let place = at.map { rest[rest.index(after: $0)..<end] } ?? rest[..<end]
      if let at { user = user ?? String(rest[..<at]) }
      let path = rest[end...].prefix { $0 != "?" && $0 != "#" }.drop { $0 == "/" }
      if !path.isEmpty { database = database ?? String(path) }
      url = "\(scheme)://\(place)/"
    }
    guard [url, user, database].allSatisfy({ $0?.utf8.allSatisfy { $0 >= 0x20 } ?? true }) else {
      throw fault("has control characters in its place or user")
    }
    self.database = database
    server = HTTPConversation.Server(
      url: url, user: user, authorities: parameters["sslrootcert"], certificate: parameters["sslcert"],
      key: parameters["sslkey"])
    password = settings.password
    limits = settings.limits
    guardian = SQLGuard(
      rules: ClickHouseDialect.rules,
      functions: settings.functions.contains("all") ? nil : ClickHouseDialect.functions.union(settings.functions),
      schemas: [])
  }

  func openSession(_ watch: QueryWatch) throws(DatabaseFault) -> any DatabaseSession {
    try openSession(mayChange: false, watch)
  }

  func openPyramidKeeper(_ watch: QueryWatch) throws(DatabaseFault) -> any PyramidKeeper {
    ClickHousePyramidKeeper(try openSession(mayChange: true, watch))
  }

  private func openSession(mayChange: Bool, _ watch: QueryWatch) throws(DatabaseFault) -> ClickHouseSession {
    let library = try CurlLibrary.shared()
    var server = server
    server.password = try password.password(for: name, watch)
    if server.password != nil { ProcessMemory.forbidCoreFiles() }
    return try ClickHouseSession(
      library, name: name, server, database: database, connectTime: limits.connectTime, guardian: guardian,
      mayChange: mayChange, watch)
  }
}
