import ChartEngine
import ChartModel
import JSONModel
import JSONRPC
import OrderedCollections
import YAMLText

extension ChartService {
  /// Makes the chart that a text describes or, if there is one of that id, gives it the new spec and lets it keep its state.
  /// - Parameter chart: Its id if the text has none; a fresh one if neither names it.
  func edit(
    _ text: String, named chart: String?, in session: String, _ request: Request, cancellation: Cancellation
  ) throws(RPCError) -> ChartPicture {
    let document = try parsed(text)
    let source: SpecSource
    do throws(InvalidValue) {
      source = try specReader.unless { cancellation.isCancelled }.source(of: document.json)
    } catch {
      try cancellation.check()
      throw RPCError(invalidParams: error, at: document.position(of: error), in: "text")
    }
    if let chart { try check(name: chart, at: [.key("chart")]) }
    if let id = source.spec.common.id { try check(id: id, in: document) }
    let name = source.spec.common.id ?? chart
    let key = name.map { ChartKey(session: session, chart: $0) }
    while true {
      try cancellation.check()
      if let key, let before = try existing(key) {
        guard let picture = try replaceSpec(of: key, by: source, request, .typing, from: before) else { continue }
        return picture
      }
      var (chart, rows) = (Chart(id: name ?? "", spec: source.spec, engine: source.engine), ShownRows())
      fit(&chart, of: source, &rows, as: nil, unless: cancellation)
      // Somebody else may have made it meanwhile: then this is an edit of that one.
      let made = try put(chart, rows, source, named: name, in: session, unlessThere: true)
      if let made { return made }
    }
  }

  /// A chart, if there is one of that name.
  /// - Throws: -32001.
  private func existing(_ key: ChartKey) throws(RPCError) -> Snapshot? {
    try withState { state throws(RPCError) in
      try state.session(key.session).charts[key.chart].map(Snapshot.init)
    }
  }

  private func check(id: String, in document: YAMLDocument) throws(RPCError) {
    do throws(RPCError) {
      try check(name: id, at: [.key("id")])
    } catch {
      let fault = InvalidValue(error.reason, at: JSONPath([.key("id")]))
      throw RPCError(invalidParams: fault, at: document.position(of: fault), in: "text")
    }
  }

  /// - Throws: -32602 unless the text is one document.
  private func parsed(_ text: String) throws(RPCError) -> YAMLDocument {
    do throws(YAMLSyntaxError) {
      let documents = try SpecText.parse(text).filter { !$0.json.isNull }
      guard let first = documents.first else {
        throw YAMLSyntaxError("there is no chart in it", at: TextPosition(line: 1, column: 1))
      }
      if documents.count > 1 {
        throw YAMLSyntaxError("expected one chart, got \(documents.count)", at: documents[1].place.position)
      }
      return first
    } catch {
      throw RPCError(
        invalidParams: InvalidValue(error.message), at: TextPosition(line: error.line, column: error.column), in: "text"
      )
    }
  }
}

extension RPCError {
  /// -32602 with `{path, reason, suggestion?, line, column}`: a fault in a text that a parameter holds.
  /// - Parameters:
  ///   - fault: With the path inside of what the text says.
  ///   - position: Where in the text it is.
  ///   - parameter: The parameter.
  fileprivate init(invalidParams fault: InvalidValue, at position: TextPosition, in parameter: String) {
    self.init(invalidParams: fault.prefixed(by: .key(parameter)))
    // People are told the place by their editor; the name of the parameter means nothing to them.
    message = fault.description
    data = data?.setting("line", .integer(position.line)).setting("column", .integer(position.column))
  }
}
