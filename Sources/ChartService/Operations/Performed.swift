import ChartEngine
import JSONModel
import JSONRPC
import OrderedCollections

/// What an interaction did, besides changing the chart.
struct Performed: Sendable {
  var hit: Hit?
  var events: [Event] = []
}
