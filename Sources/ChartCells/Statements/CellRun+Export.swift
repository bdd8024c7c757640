import CellModel
import ChartData
import ChartService
import JSONModel
import JSONRPC

extension CellRun {
  /// `%export spending out.svg`, `%export out.png scale=2`, `%export session.json`.
  func export(_ text: CommandText, _ emit: (CellOutput) -> Void) throws(CellError) {
    var arguments = text.arguments.filter { $0.key == nil }
    let scales = text.arguments.filter { $0.key != nil }
    guard arguments.count <= 2, scales.count <= 1, scales.allSatisfy({ $0.key == "scale" }),
      let file = arguments.popLast()
    else {
      throw CellError(
        "InvalidArgument", "%export takes a chart, a file and `scale`: %export spending out.svg",
        at: position(of: text.end), in: source)
    }
    let name = file.plainValue
    let made: (bytes: [UInt8], warnings: [String])
    do {
      made = try exported(name, of: arguments.first, scale: scales.first, text)
      try service.dataSource.write(made.bytes, to: name)
    } catch let error as RPCError {
      let place =
        error.code == .noSuchChart
        ? arguments.first ?? file : error.parameterFault?.path == .key("scale") ? scales.first ?? file : file
      throw CellError(
        error.cellName(invalidParams: "InvalidArgument"), error.parameterFault?.reason ?? error.message,
        at: position(of: place.range.lowerBound), in: source)
    } catch let error as InvalidValue {
      throw CellError("InvalidArgument", error.reason, at: position(of: file.range.lowerBound), in: source)
    } catch let error as CellError {
      throw error
    } catch {
      throw CellError("InternalError", "\(error)", at: position(of: file.range.lowerBound), in: source)
    }
    for warning in made.warnings { emit(.stream(.stderr, "Warning: \(warning)\n")) }
    if !text.isQuiet { emit(.stream(.stdout, "Wrote \(name) (\(made.bytes.count) bytes)\n")) }
  }

  /// What a file is to hold, as its name says.
  private func exported(
    _ name: String, of argument: CommandText.Argument?, scale: CommandText.Argument?, _ text: CommandText
  ) throws -> (bytes: [UInt8], warnings: [String]) {
    let ending = OutputFile(name).pathExtension
    if let format = PictureFormat(rawValue: ending) {
      let file = try service.picture(
        of: try chart(argument, text), in: interpreter.session,
        as: PictureRequest(format: format, scale: try scale.map(number)))
      return (file.bytes, file.warnings)
    }
    guard ending == "json" else {
      let endings = PictureFormat.allCases.map { ".\($0.rawValue)" }.joined(separator: ", ")
      throw RPCError.invalidParams("expected a file that ends with \(endings) or .json, got '\(name)'")
    }
    if scale != nil { throw RPCError.invalidParams(path: .key("scale"), "a session has none") }
    if argument != nil { _ = try service.picture(of: try chart(argument, text), in: interpreter.session) }
    return (try service.exportedDocument(of: interpreter.session).bytes, [])
  }

  private func number(_ argument: CommandText.Argument) throws -> Double {
    let scales = PictureFormat.scales
    guard let number = Double(argument.plainValue), scales.contains(number) else {
      throw RPCError.invalidParams(
        path: .key("scale"),
        "expected a number from \(scales.lowerBound) to \(scales.upperBound), got '\(argument.plainValue)'")
    }
    return number
  }

  private func chart(_ argument: CommandText.Argument?, _ text: CommandText) throws(CellError) -> String {
    if let argument { return argument.plainValue }
    let charts = interpreter.charts
    guard let chart = charts.first, charts.count == 1 else {
      let reason = charts.isEmpty ? "there is no chart yet" : "name a chart: one of \(charts.joined(separator: ", "))"
      throw CellError("InvalidArgument", "%export: \(reason)", at: position(of: text.end), in: source)
    }
    return chart
  }
}
