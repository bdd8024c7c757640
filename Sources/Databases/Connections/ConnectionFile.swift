import JSONModel
import OrderedCollections
import POSIX

/// `connections.toml`: a table for each connection, by its name.
///
/// ```toml
/// [sales]
/// engine = "postgresql"
/// host = "db.example.org"
/// database = "sales"
/// user = "reader"
/// password_command = ["pass", "show", "db/sales"]
/// ```
package enum ConnectionFile {
  /// What a table says.
  struct Entry: Sendable {
    var engine: String?
    var url: String?
    var host: String?
    var port: Int?
    var database: String?
    var user: String?
    var service: String?
    var password: Secret?
    var passwordCommand: [String] = []
    var passwordVariable: String?
    var keyring: String?
    var driver: String?
    var dialect: String?
    var directories: [String] = []
    var options: OrderedDictionary<String, String> = [:]
    var functions: [String] = []
    var statementTimeout: Double?
    var connectTimeout: Double?
    var patience: Double?
    var rowLimit: Int?
    var byteLimit: Int?
  }

  /// Where it lies: as `CHART_KERNEL_CONNECTIONS` says, or in the user's folder of configuration.
  package static var path: String {
    if let path = ProcessEnvironment.value(variable), !path.isEmpty { return path }
    let folder =
      ProcessEnvironment.value("XDG_CONFIG_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil }
      ?? ProcessEnvironment.homeDirectory + "/.config"
    return folder + "/chart-kernel/connections.toml"
  }

  package static let variable = "CHART_KERNEL_CONNECTIONS"
  private static let sizeLimit = 1 << 20

  /// The connections of the file; none if there is no file.
  /// - Throws: ``DatabaseFault/Kind/connection`` with the file and the place in it, and without what stands there.
  static func read(_ path: String) throws(DatabaseFault) -> [ConnectionSettings] {
    guard POSIXFile.exists(path) else { return [] }
    let bytes: [UInt8]
    do {
      bytes = try POSIXFile.read(path, limit: sizeLimit)
    } catch {
      throw DatabaseFault(.connection, "'\(path)' cannot be read: \(error)")
    }
    let settings = try parse(String(decoding: bytes, as: UTF8.self), named: path)
    let hasPassword = settings.contains { if case .text = $0.password { true } else { false } }
    if hasPassword, let mode = POSIXFile.permissions(of: path), mode & 0o077 != 0 {
      throw DatabaseFault(
        .connection, "'\(path)' holds a password, and others may read it: `chmod 600` it, or use `password_command`")
    }
    return settings
  }

  /// The connections that a text describes.
  /// - Parameter name: The file's, for messages.
  static func parse(_ text: String, named name: String) throws(DatabaseFault) -> [ConnectionSettings] {
    let json: JSON
    do throws(TOML.Fault) {
      json = try TOML.parse(Array(text.utf8))
    } catch {
      throw DatabaseFault(.connection, "'\(name)' is no TOML" + (error.place.map { ": \($0)" } ?? ""))
    }
    let entries: OrderedDictionary<String, Entry>
    do throws(InvalidValue) {
      entries = try Schema<OrderedDictionary<String, Entry>>.dictionary(of: schema).decode(json)
    } catch {
      throw DatabaseFault(.connection, "\(name): \(error)")
    }
    var settings: [ConnectionSettings] = []
    for (connection, entry) in entries {
      settings.append(try ConnectionSettings(entry, named: connection, from: name))
    }
    return settings
  }

  /// A password, of which no message shows anything.
  private static let secretSchema = Schema<JSON>.json().map(
    decode: { json throws(InvalidValue) in
      guard let text = json.stringValue else { throw InvalidValue("expected a string") }
      return Secret(text)
    }, encode: { .string($0.description) })

  private static let schema = Schema.object("Connection", "A connection to a database.", initial: Entry()) {
    Property("engine", \.engine, .optional(.string(minLength: 1)), "What kind of database it is: `postgresql`.")
    Property("url", \.url, .optional(.string(minLength: 1)), "`postgresql://reader@db.example.org/sales`.")
    Property(
      "host", \.host, .optional(.string(minLength: 1)), "The server's name or address, or the folder of its socket.")
    Property("port", \.port, .optional(.integer(min: 1, max: 65_535)), "The server's port.")
    Property("database", \.database, .optional(.string(minLength: 1)), "The database.").alsoCalled("dbname", "db")
    Property("user", \.user, .optional(.string(minLength: 1)), "Who asks.").alsoCalled("username")
    Property("service", \.service, .optional(.string(minLength: 1)), "A service of PostgreSQL's `pg_service.conf`.")
    Property("password", \.password, .optional(secretSchema), "The password; better none, but one of the next three.")
    Property(
      "password_command", \.passwordCommand, .array(of: .string(), maxItems: 100),
      "A program that writes the password, with its arguments: `[\"pass\", \"show\", \"db/sales\"]`.")
    Property(
      "password_variable", \.passwordVariable, .optional(.string(minLength: 1)), "A variable that holds the password.")
    Property(
      "keyring", \.keyring, .optional(.string(minLength: 1)),
      "The service under which the keyring has the user's password.")
    Property(
      "driver", \.driver, .optional(.string(minLength: 1)),
      "The driver of ADBC: `duckdb`, `flightsql`, the path of a library, or that of a manifest.")
    Property(
      "dialect", \.dialect, .optional(.string(minLength: 1)),
      "The SQL that such a driver's database speaks: `duckdb`, `postgresql`, `spark`, or else `standard`.")
    Property(
      "directories", \.directories, .array(of: .string(minLength: 1), maxItems: 100),
      "Below which DuckDB may read files, Parquet and others.")
    Property(
      "options", \.options, .dictionary(of: .string()),
      "Whatever else the engine's library knows: `{sslmode = \"verify-full\"}`.")
    Property(
      "functions", \.functions, .array(of: .string(minLength: 1), maxItems: 1_000),
      "Further functions that queries may call.")
    Property(
      "statement_timeout", \.statementTimeout, .optional(.number(above: 0, max: 86_400)),
      "How long a query may take, in seconds.")
    Property(
      "connect_timeout", \.connectTimeout, .optional(.number(above: 0, max: 3_600)),
      "How long to wait for the server, in seconds.")
    Property(
      "patience", \.patience, .optional(.number(min: 0, max: 86_400)),
      "How long a picture waits for rows before a coarse one is shown, in seconds; 0.05 if not given.")
    Property("row_limit", \.rowLimit, .optional(.integer(min: 1, max: 100_000_000)), "The most rows of a query.")
    Property("byte_limit", \.byteLimit, .optional(.integer(min: 1)), "The most bytes of a query's values.")
  }
}

extension ConnectionSettings {
  /// - Throws: ``DatabaseFault/Kind/connection``
  init(_ entry: ConnectionFile.Entry, named name: String, from origin: String) throws(DatabaseFault) {
    let url = try entry.url.map { text throws(DatabaseFault) in try ConnectionURL(text, of: name) }
    guard let engine = entry.engine ?? url?.scheme else {
      throw DatabaseFault(.connection, "\(origin): \(name): name an `engine`, or give a `url`")
    }
    if let key = entry.options.keys.first(where: { ["password", "sslpassword"].contains($0.lowercased()) }) {
      throw DatabaseFault(.connection, "\(origin): \(name): gives a '\(key)' among its options; see `password_command`")
    }
    var parameters = entry.options
    for (key, value) in [
      ("host", entry.host), ("port", entry.port.map { "\($0)" }), ("dbname", entry.database), ("user", entry.user),
      ("service", entry.service), ("driver", entry.driver),
      ("dialect", entry.dialect),
    ] {
      if let value { parameters[key] = value }
    }
    var sources: [PasswordSource] = []
    if let secret = entry.password ?? url?.password { sources.append(.text(secret)) }
    if !entry.passwordCommand.isEmpty { sources.append(.command(entry.passwordCommand)) }
    if let variable = entry.passwordVariable { sources.append(.variable(variable)) }
    if let service = entry.keyring { sources.append(.keyring(service: service, user: entry.user ?? url?.user ?? "")) }
    guard sources.count <= 1 else {
      throw DatabaseFault(.connection, "\(origin): \(name): gives its password in \(sources.count) ways")
    }
    var limits = QueryLimits()
    if let seconds = entry.statementTimeout { limits.time = .seconds(seconds) }
    if let seconds = entry.connectTimeout { limits.connectTime = .seconds(seconds) }
    if let seconds = entry.patience { limits.patience = .seconds(seconds) }
    if let rows = entry.rowLimit { limits.rows = rows }
    if let bytes = entry.byteLimit { limits.bytes = bytes }
    guard entry.directories.isEmpty || engine == "adbc" else {
      throw DatabaseFault(.connection, "\(origin): \(name): has `directories`, and its engine reads no files")
    }
    self.init(
      name: name, engine: engine, url: url?.text, parameters: parameters, password: sources.first ?? .none,
      limits: limits,
      functions: Set(entry.functions.map { $0.lowercased() }), directories: entry.directories, origin: origin)
  }
}
