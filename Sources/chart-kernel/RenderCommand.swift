public import ArgumentParser
import ChartData
public import ChartModel
import ChartService
import JSONModel
import JSONRPC
import OrderedCollections
import POSIX
import YAMLText

struct RenderCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "render", abstract: "Draws a chart spec as SVG, PNG, PDF or HTML.",
    discussion: """
      Data files that the spec names are read from its own directory, the current one, and those of --allow. Faults are \
      told as FILE:LINE:COLUMN. PNG and PDF need the library Cairo; HTML is one file in which marks can be pointed at.
      """)

  @Argument(help: "A YAML or JSON file with a spec, or several separated by '---'; - for standard input.")
  var spec: String

  @Option(name: .shortAndLong, help: "The file, such as chart.png; - for standard output.")
  var output = "-"

  @Option(help: "svg, png, pdf or html; as the file's name ends if not given.")
  var format: PictureFormat?

  @Option(help: "How many times as large as its size a PNG or PDF is, such as 2 for screens with small pixels.")
  var scale: Double?

  @Option(help: ArgumentHelp("The size in px, such as 800x450, instead of the spec's.", valueName: "WxH"))
  var size: PixelSize?

  @Option(help: "light or dark, instead of the spec's.")
  var theme: Theme?

  @Option(help: "A phase of the draw-in animation from 0 to 1, instead of the finished picture.")
  var phase: Double?

  @Flag(help: "Lets the picture play its draw-in animation by itself.")
  var animated = false

  @Option(help: ArgumentHelp("Which chart to draw of several: its id, or its number from 1.", valueName: "id"))
  var chart: String?

  @OptionGroup var data: DataOptions

  func run() throws { try ProgramFault.telling(render) }

  private func render() throws {
    let file = SpecFile(path: spec)
    let document = try file.document(named: chart)
    let base = file.directory
    let service = ChartService(
      data: DataSource(
        allowedDirectories: [base, FilePath.currentDirectory] + data.directories, baseDirectory: base,
        databases: data.databases))
    do throws(InvalidValue) {
      try service.check(spec: document.json)
    } catch {
      throw file.fault(error, in: document)
    }
    do {
      try write(try draw(document.json, with: service))
    } catch let error as RPCError {
      throw ProgramFault(file.name, error.message)
    }
  }

  private func draw(_ spec: JSON, with service: ChartService) throws(RPCError) -> [UInt8] {
    // In the spec, so that what the size leaves out is warned of.
    let size = size.map { size -> JSON in ["width": JSON(size.width), "height": JSON(size.height)] }
    let spec = size.map { spec.setting("size", $0) } ?? spec
    let made = try service.call("chart/create", params: ["spec": spec, "render": false])
    for warning in made["warnings"]?.arrayValue ?? [] {
      ProgramFault.tell("\(self.spec): warning: \(warning.stringValue ?? "")")
    }
    var params: OrderedDictionary<String, JSON> = ["chart": made["chart"] ?? "", "animated": .bool(animated)]
    params["size"] = size
    params["theme"] = theme.map { .string($0.rawValue) }
    params["phase"] = phase.map { JSON($0) }
    params["scale"] = scale.map { JSON($0) }
    params["format"] = .string(fileFormat.rawValue)
    let picture = try service.call("chart/render", params: .object(params))
    for warning in picture["warnings"]?.arrayValue ?? [] {
      ProgramFault.tell("\(self.spec): warning: \(warning.stringValue ?? "")")
    }
    let text = picture[fileFormat.rawValue]?.stringValue ?? ""
    return switch fileFormat {
    case .svg, .html: Array(text.utf8)
    case .png, .pdf: Base64.bytes(of: text) ?? []
    }
  }

  /// As it was asked for, or as the file's name says; `nil` for a name that says something else.
  private var knownFormat: PictureFormat? {
    let ending = OutputFile(output).pathExtension
    return format ?? (output == "-" || ending.isEmpty ? .svg : PictureFormat(rawValue: ending))
  }

  private var fileFormat: PictureFormat { knownFormat ?? .svg }

  private func write(_ bytes: [UInt8]) throws {
    if output == "-" {
      try FileDescriptor.standardOutput.writeAll(bytes)
      return
    }
    do throws(InvalidValue) {
      try OutputFile(output).write(bytes)
    } catch {
      throw ProgramFault(output, error.reason)
    }
  }

  func validate() throws {
    if let scale, !scale.isFinite { throw ValidationError("--scale takes a number such as 2.") }
    guard knownFormat != nil else {
      let endings = PictureFormat.allCases.map { ".\($0.rawValue)" }.joined(separator: ", ")
      throw ValidationError(
        """
        --output takes a file that ends with one of \(endings); .\(OutputFile(output).pathExtension) cannot be written. \
        --format says what a file of another name is to hold.
        """)
    }
  }
}

extension Theme: ExpressibleByArgument {}
extension PictureFormat: ExpressibleByArgument {}

/// A size on the command line: `800x450`.
struct PixelSize: ExpressibleByArgument {
  var width: Double
  var height: Double

  init?(argument: String) {
    let parts = argument.lowercased().split(separator: "x", omittingEmptySubsequences: false).map { Double($0) }
    guard parts.count == 2, let width = parts[0], let height = parts[1] else { return nil }
    self.width = width
    self.height = height
  }
}
