import ArgumentParser
import ChartData
import Databases

/// From where specs may read their data.
struct DataOptions: ParsableArguments {
  @Option(
    name: .customLong("allow"),
    help: ArgumentHelp(
      "A directory below which specs may read data files; may be given several times. The current one if not given; none over TCP.",
      valueName: "directory"))
  var directories: [String] = []

  @Option(
    name: .customLong("connection"),
    help: ArgumentHelp(
      "A connection of connections.toml that specs may use; may be given several times, and '*' is all of them. All if not given; "
        + "none for `serve`.", valueName: "name"))
  var connections: [String] = []

  /// For those who may read all this with rights of their own: whoever started the program, or can open its files.
  var dataSource: DataSource { source(directories.isEmpty ? ["."] : directories, ownConnections) }

  /// For clients of this user's: files as for whoever started the program, and the connections that are named.
  var clientDataSource: DataSource { source(directories.isEmpty ? ["."] : directories, namedConnections) }

  /// For those who come from elsewhere: nothing but what is named.
  var explicitDataSource: DataSource { source(directories, namedConnections) }

  /// Those of whoever started the program.
  var databases: Databases { Databases(ownConnections) }

  private var namedConnections: Databases.Permission {
    connections.contains("*") ? .all : .named(Set(connections))
  }

  private var ownConnections: Databases.Permission { connections.isEmpty ? .all : namedConnections }

  private func source(_ directories: [String], _ permission: Databases.Permission) -> DataSource {
    DataSource(allowedDirectories: directories, databases: Databases(permission))
  }
}
