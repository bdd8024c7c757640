import CellModel
import JSONModel

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
