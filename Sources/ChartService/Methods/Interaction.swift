import ChartEngine
import JSONModel
import JSONRPC

/// The parameters of a method that does to a chart what a user would do.
protocol InteractionParams: Sendable {
  static var schema: Schema<Self> { get }
  var target: ChartTarget { get }
  /// Whether the result brings the picture along.
  var render: Bool { get }
}

extension Method where Context == ServiceContext {
  /// Declares a method that does to a chart what a user would do.
  /// - Parameters:
  ///   - policy: How it enters the history.
  ///   - perform: What it does to a copy of the chart, given the chart's picture as it is.
  static func interaction<Params: InteractionParams>(
    _ name: String, _: Params.Type, summary: String, documentation: String = "", policy: StepPolicy = .step,
    examples: [MethodExample],
    perform: @escaping @Sendable (Params, inout Chart, ChartPicture) throws(RPCError) -> Performed
  ) -> Method {
    let schema = Params.schema
    return Method(
      name, summary: summary, documentation: documentation, params: schema, result: InteractionResult.schema,
      errors: ChartService.chartErrors, examples: examples
    ) { params, context throws(RPCError) in
      try context.service.interact(
        params.target.key, Request(name, params, schema), policy: policy, render: params.render,
        cancellation: context.call.cancellation
      ) { chart, picture throws(RPCError) in try perform(params, &chart, picture) }
    }
  }
}

extension ChartService {
  /// The errors of methods that are about a chart.
  static let chartErrors: [RPCError.Code] = [.noSuchSession, .noSuchChart]
}

extension Chart {
  /// - Parameter layout: The chart's layout as it is, which the picture of its last revision keeps.
  mutating func perform(_ interaction: Interaction, knowing layout: (any ChartLayout)? = nil) -> Performed {
    let outcome = apply(interaction, knowing: layout)
    return Performed(hit: outcome.hit, events: outcome.events)
  }
}
