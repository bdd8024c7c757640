import ArgumentParser
import ChartData

/// From where specs may read their data.
struct DataOptions: ParsableArguments {
  @Option(
    name: .customLong("allow"),
    help: ArgumentHelp(
      "A directory below which specs may read data files; may be given several times. The current one if not given; none over TCP.",
      valueName: "directory"))
  var directories: [String] = []

  /// For those who may read all this with rights of their own: whoever started the program, or can open its files.
  var dataSource: DataSource { DataSource(allowedDirectories: directories.isEmpty ? ["."] : directories) }

  /// For those who come from elsewhere: nothing but what is named.
  var explicitDataSource: DataSource { DataSource(allowedDirectories: directories) }
}
