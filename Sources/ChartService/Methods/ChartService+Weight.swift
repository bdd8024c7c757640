import ChartEngine
import ChartModel
import JSONModel
import JSONRPC
import OrderedCollections

extension ChartService {
  /// Charts that weigh more take so long to draw that others must not wait for it: some milliseconds.
  static let lightWeight = 4_000

  /// So many charts are told of in some milliseconds.
  private static let lightChartCount = 1_000

  /// The weight of a call of a method that is not heavy, as a share of what may be done at once: of the chart that it is
  /// about, or of the session's charts where it tells of all of them.
  func weight(of call: Call, _ params: JSON?) -> Double {
    // Where there is no room, it takes a while to make some.
    if memory?.wasReached == true, ChartService.methods[call.method]?.memory == .more { return ChartPicture.heavy }
    // Other formats are drawn by a library, or tell of each mark.
    if call.method == ChartService.render.name, let format = argument("format", of: call, params)?.stringValue,
      format != PictureFormat.svg.rawValue
    {
      return ChartPicture.heavy
    }
    let session = argument("session", of: call, params)?.stringValue ?? ChartService.defaultSession
    guard let chart = argument("chart", of: call, params)?.stringValue else {
      guard ChartService.tellingOfAll.contains(call.method) else { return 0 }
      let count = withState { $0.sessions[session]?.charts.count ?? 0 }
      return Double(count) / Double(ChartService.lightChartCount)
    }
    let found = withState { state in
      // The picture refers to the chart, which itself would be copied.
      state.sessions[session]?.charts[chart].map { (source: $0.source, picture: $0.picture) }
    }
    guard let found else { return 0 }
    let weight = found.picture.weight
    guard weight <= 1 else { return weight }
    guard call.method == ChartService.append.name, let points = argument("points", of: call, params) else {
      return weight
    }
    let growsInPlace = (found.source.spec.content as? any AppendableSpec)?.growsInPlace(
      found.picture.source, of: found.source, by: points,
      ofOneSeries: argument("series", of: call, params)?.isNull == false)
    return growsInPlace == true ? weight : ChartPicture.heavy
  }

  /// The methods that go through a session's charts, or what waits to be told of them.
  private static let tellingOfAll: Set<String> = [sessionInfo.name, list.name, unsubscribe.name]

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
  var isHeavy: Bool { weight > 1 }

  /// The time that it takes to make, as a share of what others may wait for.
  fileprivate var weight: Double {
    source.isCrowded ? ChartPicture.heavy : Double(source.spec.content.weight) / Double(ChartService.lightWeight)
  }

  fileprivate static let heavy = Double.infinity

  /// The same of a message that shows it, which may be made already. Of a long picture even to write the message takes long.
  var isHeavyToShow: Bool { (madeByteCount ?? (isHeavy ? .max : 0)) > ChartPicture.lightByteCount }

  private static var lightByteCount: Int { 256 << 10 }
}
