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
    let spec = withState { $0.sessions[session]?.charts[chart]?.chart.spec }
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

extension ChartSpec {
  /// About how many marks there are to draw, each counted by how long its outline is.
  /// - Complexity: O(*n*) in the number of slices, O(1) in the number of points.
  fileprivate var weight: Int {
    switch self {
    case .pie(let pie): pie.slices.reduce(0) { $0 + $1.weight }
    case .cartesian(let plot): plot.series.reduce(0) { $0 + $1.weight }
    }
  }
}

extension SliceSpec {
  fileprivate var weight: Int { children.reduce(1) { $0 + $1.weight } }
}

extension SeriesSpec {
  /// Of a line no more is drawn than there are px; a bar is drawn each by itself.
  fileprivate var weight: Int {
    guard case .bar(let style) = kind else { return values.count / 1_000 }
    return values.count * ([style.shape, style.highlighted.shape].compactMap { $0?.outlineLength }.max() ?? 1)
  }
}

extension BarShapeSpec {
  /// How many pieces its outline has.
  fileprivate var outlineLength: Int { max(path?.commands.count ?? 1, 1) }
}
