/// All engines.
package enum DatabaseEngines {
  private static let all = [Kind(PostgreSQLEngine.self), Kind(ClickHouseEngine.self), Kind(ADBCEngine.self)]

  // Not a list of types: Swift 6.3.1 crashes where one of them is made with a fault of its own type.
  private struct Kind: Sendable {
    let names: [String]
    let make: @Sendable (ConnectionSettings) throws(DatabaseFault) -> any DatabaseEngine

    init<Engine: DatabaseEngine>(_ engine: Engine.Type) {
      names = engine.names
      make = { settings throws(DatabaseFault) in try Engine(settings) }
    }
  }

  private static let dialects: [any SQLDialect] =
    [PostgreSQLDialect(), ClickHouseDialect()] + ADBCDialect.allCases.map { $0 as any SQLDialect }

  /// The dialect of a name, which that has itself: ``SQLDialect/name``.
  static func dialect(named name: String) -> (any SQLDialect)? { dialects.first { $0.name == name } }

  /// The engine that settings name.
  /// - Throws: ``DatabaseFault/Kind/connection``
  static func engine(for settings: ConnectionSettings) throws(DatabaseFault) -> any DatabaseEngine {
    guard let kind = all.first(where: { $0.names.contains(settings.engine) }) else {
      throw DatabaseFault(
        .connection,
        "the connection '\(settings.name)' has the engine '\(settings.engine)', and there are "
          + all.compactMap(\.names.first).joined(separator: ", "))
    }
    return try kind.make(settings)
  }
}
