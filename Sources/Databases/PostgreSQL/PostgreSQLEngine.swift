import OrderedCollections
import POSIX

/// PostgreSQL from 12 on, and what speaks its protocol and its SQL.
struct PostgreSQLEngine: DatabaseEngine {
  static let names = ["postgresql", "postgres"]

  let dialect: any SQLDialect = PostgreSQLDialect()
  private let settings: ConnectionSettings
  private let guardian: SQLGuard

  /// What libpq knows that does not change what a session may do: https://www.postgresql.org/docs/15/libpq-connect.html.
  private static let parameters: Set<String> = [
    "host", "hostaddr", "port", "dbname", "user", "passfile", "require_auth", "channel_binding", "connect_timeout",
    "client_encoding", "application_name", "fallback_application_name", "keepalives", "keepalives_idle",
    "keepalives_interval",
    "keepalives_count", "tcp_user_timeout", "sslmode", "sslcompression", "sslcert", "sslkey", "sslrootcert", "sslcrl",
    "sslcrldir", "sslsni", "sslcertmode", "sslnegotiation", "requirepeer", "ssl_min_protocol_version",
    "ssl_max_protocol_version", "gssencmode", "krbsrvname", "gsslib", "gssdelegation", "service",
    "target_session_attrs",
    "load_balance_hosts",
  ]

  init(_ settings: ConnectionSettings) throws(DatabaseFault) {
    self.settings = settings
    for name in settings.parameters.keys where !PostgreSQLEngine.parameters.contains(name) {
      throw DatabaseFault(
        .connection,
        "the connection '\(settings.name)' has the option '\(name.prefix(60))', which PostgreSQL's library does not have"
      )
    }
    guardian = SQLGuard(
      rules: SQLTokens.Rules(),
      functions: settings.functions.contains("all") ? nil : PostgreSQLDialect.functions.union(settings.functions),
      schemas: ["pg_catalog"])
  }

  func openSession(_ watch: QueryWatch) throws(DatabaseFault) -> any DatabaseSession {
    try openSession(for: .reading(needsTransactions: !settings.functions.isEmpty), watch)
  }

  func openPyramidKeeper(_ watch: QueryWatch) throws(DatabaseFault) -> any PyramidKeeper {
    PostgreSQLPyramidKeeper(try openSession(for: .changing, watch))
  }

  private func openSession(
    for purpose: PostgreSQLSession.Purpose, _ watch: QueryWatch
  ) throws(DatabaseFault) -> PostgreSQLSession {
    let library = try PostgreSQLLibrary.shared()
    var parameters = settings.parameters
    if let url = settings.url {
      // libpq reads an address where it expects the name of a database.
      parameters["dbname"] = url
    }
    parameters["fallback_application_name"] = parameters["fallback_application_name"] ?? "chart-kernel"
    let password = try settings.password.password(for: settings.name, watch)
    if password != nil { ProcessMemory.forbidCoreFiles() }
    return try PostgreSQLSession(
      library, name: settings.name, parameters, password: password, guardian: guardian,
      for: purpose, timeout: settings.limits.time, watch)
  }
}
