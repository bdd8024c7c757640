import ChartEngine
import JSONModel

/// A change of a chart that can be undone as one.
struct Step: Sendable {
  var method: String
  /// The parameters of the request; of a gesture those of its first report that changed anything.
  var params: JSON
  /// The chart before the change; in the list of what can be done again, after it.
  var moment: Moment

  /// Roughly how many bytes only this step keeps: interactions share the spec with the chart, others keep the old one.
  var byteCount: Int { ["chart/update", "chart/edit"].contains(method) ? moment.source.byteCount : 0 }
}
