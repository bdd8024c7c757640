import JSONModel
package import OrderedCollections

/// A connection to a database, as its user describes it by a name.
package struct ConnectionSettings: Hashable, Sendable {
  /// By which specs mean it.
  package var name: String
  /// What kind of database it is: `postgresql`.
  package var engine: String
  /// `postgresql://reader@db.example.org/sales`, without a password.
  package var url: String?
  /// Where the server is, who asks, and whatever else the engine knows, by its own names.
  package var parameters: OrderedDictionary<String, String>
  package var password: PasswordSource
  package var limits: QueryLimits
  /// The functions that written queries may call besides the engine's usual ones.
  package var functions: Set<String>
  /// Below which files may be read, where an engine reads files.
  package var directories: [String]
  /// Where it is described: `connections.toml`.
  package var origin: String

  package init(
    name: String, engine: String, url: String? = nil, parameters: OrderedDictionary<String, String> = [:],
    password: PasswordSource = .none, limits: QueryLimits = QueryLimits(), functions: Set<String> = [],
    directories: [String] = [], origin: String
  ) {
    (self.name, self.engine, self.url, self.parameters, self.password) = (name, engine, url, parameters, password)
    (self.limits, self.functions, self.directories, self.origin) = (limits, functions, directories, origin)
  }

  /// What is told of it to its user: where it leads, and as whom.
  package var place: String {
    if let url { return url }
    if let service = parameters["service"] { return "service \(service)" }
    let user = parameters["user"].map { $0 + "@" } ?? ""
    let port = parameters["port"].map { ":" + $0 } ?? ""
    let database = parameters["dbname"].map { "/" + $0 } ?? ""
    return user + (parameters["host"] ?? parameters["hostaddr"] ?? "local") + port + database
  }
}
