import JSONModel
import OrderedCollections
import POSIX

/// All connections that this user has described, wherever that is.
///
/// In this order, of which the first counts that knows a name: a variable of the environment,
/// `CHART_KERNEL_CONNECTION_SALES=postgresql://…`; `connections.toml`; a service of PostgreSQL's `pg_service.conf`.
package enum ConnectionList {
  private static let variablePrefix = "CHART_KERNEL_CONNECTION_"

  /// The settings of a connection.
  /// - Throws: ``DatabaseFault/Kind/connection`` with the nearest name, or the names that there are.
  static func settings(of name: String) throws(DatabaseFault) -> ConnectionSettings {
    let all = try all()
    if let settings = all.first(where: { $0.name == name }) { return settings }
    throw DatabaseFault(
      .connection,
      all.isEmpty
        ? "there is no connection '\(name.prefix(60))', and no other either; describe it in \(ConnectionFile.path)"
        : "there is no connection '\(name.prefix(60))', only " + all.prefix(20).map(\.name).joined(separator: ", "),
      suggestion: nearestWord(to: name, among: all.map(\.name)))
  }

  /// All of them; of those with the same name the one that counts.
  /// - Throws: ``DatabaseFault/Kind/connection``
  package static func all() throws(DatabaseFault) -> [ConnectionSettings] {
    var all: [ConnectionSettings] = []
    for settings in try ofVariables() + ConnectionFile.read(ConnectionFile.path) + ServiceFile.connections
    where !all.contains(where: { $0.name == settings.name }) {
      all.append(settings)
    }
    return all
  }

  private static func ofVariables() throws(DatabaseFault) -> [ConnectionSettings] {
    var settings: [ConnectionSettings] = []
    for (variable, value) in ProcessEnvironment.all.sorted(by: { $0.key < $1.key })
    where variable.hasPrefix(variablePrefix) && !value.isEmpty {
      var entry = ConnectionFile.Entry()
      entry.url = value
      let name = variable.dropFirst(variablePrefix.count).lowercased()
      settings.append(try ConnectionSettings(entry, named: name, from: "$\(variable)"))
    }
    return settings
  }
}

/// The services of PostgreSQL's library, each of which is a connection of its own name:
/// https://www.postgresql.org/docs/15/libpq-pgservice.html.
enum ServiceFile {
  private static let sizeLimit = 1 << 20

  /// Where services are described, the user's own first.
  private static var paths: [String] {
    let own = ProcessEnvironment.value("PGSERVICEFILE") ?? ProcessEnvironment.homeDirectory + "/.pg_service.conf"
    let folder = ProcessEnvironment.value("PGSYSCONFDIR")
    return [own] + (folder.map { [$0 + "/pg_service.conf"] } ?? ["/etc/postgresql-common/pg_service.conf"])
  }

  static var connections: [ConnectionSettings] {
    paths.flatMap { path -> [ConnectionSettings] in
      guard let bytes = try? POSIXFile.read(path, limit: sizeLimit) else { return [] }
      return names(in: String(decoding: bytes, as: UTF8.self)).map { name in
        ConnectionSettings(name: name, engine: "postgresql", parameters: ["service": name], origin: path)
      }
    }
  }

  /// The names in brackets. What stands below them is the library's to read.
  static func names(in text: String) -> [String] {
    text.split(whereSeparator: \.isNewline).compactMap { line in
      guard line.first == "[", let end = line.lastIndex(of: "]") else { return nil }
      return String(line[line.index(after: line.startIndex)..<end])
    }.filter { !$0.isEmpty }
  }
}
