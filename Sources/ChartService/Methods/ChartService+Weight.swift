import ChartEngine
import ChartModel
import JSONModel
import JSONRPC
import OrderedCollections

extension ChartService {
  /// Charts that weigh more take so long to draw that others must not wait for it: some milliseconds.
  static let lightWeight = 4_000

  /// Whether a call of a method that is not heavy is light for the chart that it is about. What names no chart is.
  func isLight(_ call: Call, _ params: JSON?) -> Bool {
    guard let chart = argument("chart", of: call, params)?.stringValue else { return true }
    let session = argument("session", of: call, params)?.stringValue ?? ChartService.defaultSession
    let found = withState { state in
      // The picture refers to the chart, which itself would be copied.
      state.sessions[session]?.charts[chart].map { (source: $0.source, picture: $0.picture) }
    }
    guard let found else { return true }
    guard !found.picture.isHeavy else { return false }
    guard call.method == ChartService.append.name else { return true }
    guard let points = argument("points", of: call, params) else { return true }
    return (found.source.spec.content as? any AppendableSpec)?.growsInPlace(
      found.picture.source, of: found.source, by: points,
      ofOneSeries: argument("series", of: call, params)?.isNull == false) ?? false
  }

  private func argument(_ name: String, of call: Call, _ params: JSON?) -> JSON? {
    if case .array = params {
      let index = ChartService.methods[call.method]?.parameterNames.firstIndex(of: name)
      return index.flatMap { params?[$0] }
    }
    return params?[name]
  }
}

extension ChartPicture {
  /// Whether it takes so long to make that others must not wait for it.
  var isHeavy: Bool { source.spec.content.weight > ChartService.lightWeight || source.isCrowded }

  /// The same of a message that shows it, which may be made already. Of a long picture even to write the message takes long.
  var isHeavyToShow: Bool { (madeByteCount ?? (isHeavy ? .max : 0)) > ChartPicture.lightByteCount }

  private static var lightByteCount: Int { 256 << 10 }
}
