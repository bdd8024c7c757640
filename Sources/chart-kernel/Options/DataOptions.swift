import ArgumentParser
import ChartData

/// From where specs may read their data.
struct DataOptions: ParsableArguments {
  @Option(
    name: .customLong("allow"),
    help: ArgumentHelp(
      "A directory below which specs may read data files; may be given several times. The current one if not given.",
      valueName: "directory"))
  var directories: [String] = []

  var dataSource: DataSource { DataSource(allowedDirectories: directories.isEmpty ? ["."] : directories) }
}
