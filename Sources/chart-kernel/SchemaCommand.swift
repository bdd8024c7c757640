import ArgumentParser
import ChartModel
import JSONModel

struct SchemaCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema", abstract: "Prints the JSON Schema of chart specs, for editors and validators.")

  func run() { print(ChartKinds.standard.jsonSchema.prettyText) }
}
