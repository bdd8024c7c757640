import CellModel
import ChartData
import ChartService
import JSONModel
import JSONRPC

extension CellRun {
  /// `%export spending out.svg`, `%export session.json`.
  func export(_ text: CommandText, _ emit: (CellOutput) -> Void) throws(CellError) {
    var arguments = text.arguments
    guard arguments.count <= 2, arguments.allSatisfy({ $0.key == nil }), let file = arguments.popLast() else {
      throw CellError(
        "InvalidArgument", "%export takes a chart and a file: %export spending out.svg", at: position(of: text.end),
        in: source)
    }
    let name = file.plainValue
    let bytes: [UInt8]
    do {
      if name.lowercased().hasSuffix(".svg") {
        bytes = Array(try service.picture(of: try chart(arguments.first, text), in: interpreter.session).svg.utf8)
      } else if name.lowercased().hasSuffix(".json") {
        if arguments.first != nil {
          _ = try service.picture(of: try chart(arguments.first, text), in: interpreter.session)
        }
        bytes = try service.document(of: interpreter.session).bytes
      } else {
        throw RPCError.invalidParams("expected a file that ends with .svg or .json, got '\(name)'")
      }
      try service.dataSource.write(bytes, to: name)
    } catch let error as RPCError {
      let place = error.code == .noSuchChart ? arguments.first ?? file : file
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
    if !text.isQuiet { emit(.stream(.stdout, "Wrote \(name) (\(bytes.count) bytes)\n")) }
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
