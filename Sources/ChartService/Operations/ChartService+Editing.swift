import ChartEngine
import ChartModel
import JSONModel
import JSONRPC

extension ChartService {
  /// Makes the chart that a text describes or, if there is one of that id, gives it the new spec and lets it keep its state.
  func edit(_ params: EditParams, cancellation: Cancellation) throws(RPCError) -> ChartResult {
    let document = try document(of: params.text)
    let source: SpecSource
    do throws(InvalidValue) {
      source = try specReader.source(of: document.json)
    } catch {
      throw RPCError(invalidParams: error, at: document.position(of: error), in: "text")
    }
    if let chart = params.chart { try check(name: chart, at: [.key("chart")]) }
    if let id = source.spec.common.id { try check(id: id, in: document) }
    let name = source.spec.common.id ?? params.chart
    let key = name.map { ChartKey(session: params.session, chart: $0) }
    let request = Request("chart/edit", params, EditParams.schema)
    while true {
      try cancellation.check()
      if let key, let before = try existing(key) {
        guard let picture = replaceSpec(of: key, by: source, request, .typing, from: before) else { continue }
        return ChartResult(picture, render: params.render)
      }
      let chart = Chart(id: name ?? "", spec: source.spec)
      let picture = try withState { state throws(RPCError) in
        try put(chart, source, named: name, in: params.session, state: &state)
      }
      return ChartResult(picture, render: params.render)
    }
  }

  /// A chart, if there is one of that name.
  /// - Throws: -32001.
  private func existing(_ key: ChartKey) throws(RPCError) -> Snapshot? {
    do throws(RPCError) {
      return try snapshot(key)
    } catch {
      if error.code == .noSuchChart { return nil }
      throw error
    }
  }

  private func check(id: String, in document: YAMLDocument) throws(RPCError) {
    do throws(RPCError) {
      try check(name: id, at: [.key("id")])
    } catch {
      let fault = InvalidValue(error.data?["reason"]?.stringValue ?? error.message, at: JSONPath([.key("id")]))
      throw RPCError(invalidParams: fault, at: document.position(of: fault), in: "text")
    }
  }

  /// - Throws: -32602 unless the text is one document.
  private func document(of text: String) throws(RPCError) -> YAMLDocument {
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
