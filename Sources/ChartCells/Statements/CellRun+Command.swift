import CellModel
import ChartService
import JSONModel
import JSONRPC
import OrderedCollections

extension CellRun {
  /// Runs a `%` command.
  func command(_ emit: (CellOutput) -> Void) throws(CellError) {
    let text = CommandText(range, of: source, parameters: parameters)
    guard let command = Command.named(text.name) else { throw unknown(text) }
    switch command.action {
    case .method(let method): try call(method, text, emit)
    case .echo: try echo(text, emit)
    case .export: try export(text, emit)
    case .help: try help(text, emit)
    case .clear: try clear(text, emit)
    case .live: try live(text, emit)
    case .parameters: try listParameters(text, emit)
    }
  }

  private func unknown(_ text: CommandText) -> CellError {
    let suggestion = Command.probablyMeant(by: text.name)
    var message = text.name.isEmpty ? "a command's name must follow '%'" : "there is no command '%\(text.name)'"
    if suggestion == nil, !text.name.isEmpty { message += "; %help lists the commands" }
    return CellError(
      "UnknownCommand", message, suggestion: suggestion.map { "%\($0)" },
      at: position(of: text.nameRange.lowerBound), in: source)
  }

  // MARK: - Methods

  private func call(_ method: Method<ServiceContext>, _ text: CommandText, _ emit: (CellOutput) -> Void)
    throws(CellError)
  {
    let parameters = CommandParameters(of: method, kinds: service.kinds)
    let charts = service.charts(in: try session(text, method)).map(\.chart)
    var binding = try CommandBinding(text, parameters, charts: charts, source: source)
    warn(binding.warnings, emit)
    // A session is opened under a fresh name unless one is given; all else is about the cell's own.
    if parameters.names.contains("session"), method.name != "session/open" {
      binding.setDefault("session", .string(interpreter.session))
    }
    let isQuiet = text.isQuiet || binding.params["render"] == false
    if parameters.names.contains("render") { binding.set("render", false) }
    do {
      let result = try service.call(method.name, params: binding.params, cancellation: cancellation)
      try service.settle()
      emitWarnings(of: result, emit)
      if isQuiet { return }
      if parameters.showsPicture {
        emit(.display(try picture(result, binding.params)))
      } else if result != [:], !result.isNull {
        let text = JSON.string(CommandReport.text(of: result, method, service))
        emit(.result(MIMEBundle(data: ["application/json": result, "text/plain": text])))
      }
    } catch {
      throw explain(error, text, binding, parameters)
    }
  }

  /// The session that a command is about. One that is named must be there, or the chart would be missed instead.
  private func session(_ text: CommandText, _ method: Method<ServiceContext>) throws(CellError) -> String {
    guard let argument = text.arguments.first(where: { $0.key == "session" }) else {
      return interpreter.session
    }
    let name = argument.plainValue
    guard service.sessions.contains(name) || !method.name.hasPrefix("chart/") else {
      throw CellError(
        "NoSuchSession", "there is no session '\(name.excerpt)'",
        suggestion: nearestWord(to: name, among: service.sessions),
        at: position(of: argument.valueRange.lowerBound), in: source)
    }
    return name
  }

  /// The picture of the chart that a command is about; drawn otherwise than it is where the command said so.
  private func picture(_ result: JSON, _ params: JSON) throws(RPCError) -> Display {
    let session = params["session"]?.stringValue ?? interpreter.session
    var display = try display(result["chart"]?.stringValue ?? params["chart"]?.stringValue ?? "", in: session)
    let isDifferent = ["phase", "size", "theme", "animated"].contains { params[$0] != nil }
    if isDifferent { display.live = .off }
    if isDifferent, let svg = result["svg"] {
      display.bundle.data["image/svg+xml"] = svg
      if let width = params["size"]?["width"], let height = params["size"]?["height"] {
        display.bundle.metadata["image/svg+xml"] = ["width": width, "height": height]
      }
    }
    return display
  }

  private func explain(
    _ error: RPCError, _ text: CommandText, _ binding: CommandBinding, _ parameters: CommandParameters
  ) -> CellError {
    let name = error.cellName(invalidParams: "InvalidArgument")
    let parameter =
      switch error.parameterFault?.path.components.first {
      case .key(let key): key
      case .index: ""
      case nil: error.code == .invalidParams ? "" : error.code == .noSuchSession ? "session" : "chart"
      }
    let start = binding.sources[parameter]?.lowerBound
    guard let fault = error.parameterFault else {
      return CellError(
        name, error.reason, suggestion: error.fault?.suggestion,
        at: position(of: start ?? text.nameRange.lowerBound), in: source)
    }
    let place = position(of: start ?? text.end)
    if let error = unknownParameter(fault, in: binding.params, place) { return error }
    var message = fault.path.isEmpty ? fault.reason : "\(fault.path): \(fault.reason)"
    if start == nil { message += " (%\(text.name) \(parameters.usage))" }
    return CellError(name, message, suggestion: fault.suggestion, at: place, in: source)
  }

  // MARK: - What only cells have

  private func echo(_ text: CommandText, _ emit: (CellOutput) -> Void) throws(CellError) {
    let isError = text.rest == "--stderr" || text.rest.hasPrefix("--stderr ")
    let typed = isError ? String(text.rest.dropFirst(9)) : text.rest
    var substitution = ParameterSubstitution(parameters)
    do {
      emit(.stream(isError ? .stderr : .stdout, try substitution.filled(typed) + "\n"))
    } catch {
      throw CellError("LimitExceeded", error.description, at: position(of: text.nameRange.upperBound), in: source)
    }
  }

  private func clear(_ text: CommandText, _ emit: (CellOutput) -> Void) throws(CellError) {
    for argument in text.arguments where argument.value != "--wait" || argument.key != nil {
      throw CellError(
        "InvalidArgument", "%clear takes nothing but --wait",
        suggestion: nearestWord(to: argument.value, among: ["--wait"]),
        at: position(of: argument.range.lowerBound), in: source)
    }
    emit(.clear(waits: !text.arguments.isEmpty))
  }
}

extension Inspection {
  /// As a MIME bundle.
  var bundle: MIMEBundle {
    MIMEBundle(data: ["text/markdown": .string(markdown), "text/plain": .string(plain)])
  }
}

extension CellRun {
  /// `%live`, `%live on`, `%live off`, `%live auto`.
  func live(_ text: CommandText, _ emit: (CellOutput) -> Void) throws(CellError) {
    guard let argument = text.arguments.first else {
      return emit(.stream(.stdout, "Live charts: \(interpreter.live.rawValue).\n"))
    }
    guard text.arguments.count == 1, argument.key == nil, let live = Liveness(rawValue: argument.value) else {
      throw CellError(
        "InvalidArgument", "%live takes on, off or auto",
        suggestion: nearestWord(to: argument.value, among: Liveness.allCases.map(\.rawValue)),
        at: position(of: argument.range.lowerBound), in: source)
    }
    interpreter.live = live
  }
}
