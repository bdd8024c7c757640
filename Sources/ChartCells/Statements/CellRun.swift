import CellModel
import ChartModel
import ChartService
import JSONModel
import JSONRPC
import OrderedCollections
import YAMLText

/// One statement while it runs.
struct CellRun {
  let interpreter: CellInterpreter
  let source: SourceText
  let range: Range<Int>
  let cancellation: Cancellation

  var service: ChartService { interpreter.service }
  var text: String { source.string(range) }

  /// The parameters as they are now.
  var parameters: ParameterTable { interpreter.parameters.current }

  /// The place in the cell of a place in the statement's text.
  func position(_ place: TextPosition) -> TextPosition {
    let start = source.position(of: range.lowerBound)
    return TextPosition(
      line: start.line + place.line - 1, column: place.line == 1 ? start.column + place.column - 1 : place.column)
  }

  func position(of offset: Int) -> TextPosition { source.position(of: offset) }

  /// The picture of a chart as it is now.
  func display(_ chart: String, in session: String) throws(RPCError) -> Display {
    display(try service.picture(of: chart, in: session))
  }

  /// The showing of a picture.
  func display(_ picture: ChartPicture) -> Display {
    let size: JSON = ["width": JSON(picture.size.width), "height": JSON(picture.size.height)]
    return Display(
      MIMEBundle(data: picture.display, metadata: ["image/svg+xml": size]),
      of: DisplaySubject(session: picture.session, name: picture.chart), revision: picture.revision,
      live: interpreter.live)
  }
}

extension RPCError {
  /// What the fault is called in a cell.
  func cellName(invalidParams: String) -> String {
    switch code {
    case .invalidParams: invalidParams
    case .methodNotFound: "UnknownCommand"
    case .noSuchChart: "NoSuchChart"
    case .noSuchSession: "NoSuchSession"
    case .limitExceeded: "LimitExceeded"
    case .cancelled: "Interrupted"
    case .internalError: "InternalError"
    default: "Error"
    }
  }
}
