import JSONModel

extension CellRun {
  /// `%live`, `%live on`, `%live off`.
  func live(_ text: CommandText, _ emit: (CellOutput) -> Void) throws(CellError) {
    guard let argument = text.arguments.first else {
      let word = interpreter.showsLive ? "on" : "off"
      return emit(.stream(.stdout, "Live charts are \(word).\n"))
    }
    let values = ["on": true, "off": false]
    guard text.arguments.count == 1, argument.key == nil, let isOn = values[argument.value] else {
      throw CellError(
        "InvalidArgument", "%live takes on or off", suggestion: nearestWord(to: argument.value, among: ["on", "off"]),
        at: position(of: argument.range.lowerBound), in: source)
    }
    interpreter.showsLive = isOn
  }
}
