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
      RenderCommand.self,
      SchemaCommand.self,
      KeygenCommand.self,
      JupyterCommand.self,
      InstallCommand.self,
      UninstallCommand.self,
    ])
}
