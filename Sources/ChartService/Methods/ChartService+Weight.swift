import ChartEngine
import ChartModel
import JSONModel
import JSONRPC
import OrderedCollections

extension ChartService {
  /// Charts that weigh more take so long to draw that others must not wait for it: some milliseconds.
  static let lightWeight = 4_000

  /// Whether a call of a light method is light for the chart that it is about. What names no chart is.
  func isLight(_ call: Call, _ params: JSON?) -> Bool {
    guard let chart = argument("chart", of: call, params) else { return true }
    let session = argument("session", of: call, params) ?? ChartService.defaultSession
    let spec = withState { $0.sessions[session]?.charts[chart]?.chart.spec.content }
    return spec.map { $0.weight <= ChartService.lightWeight } ?? true
  }

  private func argument(_ name: String, of call: Call, _ params: JSON?) -> String? {
    if case .array = params {
      let index = ChartService.methods[call.method]?.parameterNames.firstIndex(of: name)
      return index.flatMap { params?[$0]?.stringValue }
    }
    return params?[name]?.stringValue
  }
}
