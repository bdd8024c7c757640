import CellModel
import ChartService
import JSONModel
import YAMLText

extension CellRun {
  /// `%help tap`, and `%help` alone for all commands.
  func help(_ text: CommandText, _ emit: (CellOutput) -> Void) throws(CellError) {
    guard let argument = text.arguments.first else {
      return emit(.result(CommandReport.list.bundle))
    }
    emit(.result(try command(asked: argument.value, at: argument.range.lowerBound).inspection(service.kinds).bundle))
  }

  /// `%tap?`, `?tap`, `?`: the same beside the notebook, and for `$angle?` the parameter's value.
  func answer(_ emit: (CellOutput) -> Void) throws(CellError) {
    guard let query = HelpQuery(range, of: source) else { return }
    let word = source.string(query.word)
    if word.first == "$" {
      let name = String(word.dropFirst())
      let parameters = parameters
      guard let parameter = parameters[name] else {
        throw CellError(
          "UnknownParameter", parameters.reason(forUnknown: name), suggestion: parameters.nearest(to: name),
          at: position(of: query.word.lowerBound), in: source)
      }
      return emit(.page(parameter.inspection(named: name).bundle))
    }
    guard !word.isEmpty, word != "%" else { return emit(.page(CommandReport.list.bundle)) }
    emit(.page(try command(asked: word, at: query.word.lowerBound).inspection(service.kinds).bundle))
  }

  private func command(asked word: String, at offset: Int) throws(CellError) -> Command {
    let name = word.first == "%" ? String(word.dropFirst()) : word
    guard let command = Command.named(name) else {
      throw CellError(
        "UnknownCommand", "there is no command '%\(name)'",
        suggestion: nearestWord(to: name, among: Command.all.map(\.name)), at: position(of: offset), in: source)
    }
    return command
  }
}
