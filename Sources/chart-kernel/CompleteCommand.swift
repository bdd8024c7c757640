import ArgumentParser
import CellModel
import ChartCells
import ChartService
import JSONModel
import POSIX

/// For editors, which know what the schema allows, but not which columns there are.
struct CompleteCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "complete", abstract: "Prints what can stand at a place of a chart spec, for editors.",
    discussion: """
      Reads a spec, which may be half written, from standard input, and prints {"matches": ["year"], "start": 40, "end": 42}: \
      keys, words, and the columns of its data, of which each can take the place of what lies between the two offsets.
      """)

  @Option(help: "The place, in characters (Unicode scalars) from the text's beginning; its end if not given.")
  var at: Int?

  @OptionGroup var data: DataOptions

  func run() throws {
    let text = String(decoding: try FileDescriptor.standardInput.readAll(), as: UTF8.self)
    let cells = CellInterpreter(
      service: ChartService(data: data.dataSource), session: ChartService.defaultSession)
    let completions = cells.completions(of: text, at: at ?? text.unicodeScalars.count)
    let answer: JSON = [
      "matches": .array(completions.matches.map { .string($0) }), "start": .integer(completions.start),
      "end": .integer(completions.end),
    ]
    print(answer.text)
  }
}
