import ArgumentParser
import ChartService

/// `chart-kernel`: one program for all ways in.
@main
struct ChartKernelCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "chart-kernel",
    abstract: "Interactive charts as SVG: for Jupyter, editors and scripts.",
    version: ChartService.version,
    // A command is a file of its own, and a line here.
    subcommands: [
      ServeCommand.self,
      StdioCommand.self,
      ReplCommand.self,
      ListCommand.self,
      ReplayCommand.self,
      StoreCommand.self,
      ConnectionsCommand.self,
      IndexCommand.self,
      RenderCommand.self,
      SchemaCommand.self,
      CompleteCommand.self,
      KeygenCommand.self,
      JupyterCommand.self,
      InstallCommand.self,
      UninstallCommand.self,
    ])

  static func main() {
    main(withKeysInOneWord(CommandLine.arguments.dropFirst()))
  }

  /// The words with `--server-key KEY` as `--server-key=KEY`: a key may begin with `-=` or `---`, and such a word
  /// would be refused as an option before anybody asks which option it is the value of.
  static func withKeysInOneWord(_ arguments: some Sequence<String>) -> [String] {
    var words: [String] = []
    for argument in arguments {
      if words.last == "--server-key" { words[words.count - 1] += "=\(argument)" } else { words.append(argument) }
    }
    return words
  }
}
