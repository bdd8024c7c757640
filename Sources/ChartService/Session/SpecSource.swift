import ChartEngine
import ChartModel
import JSONModel
import OrderedCollections

/// A spec as its author gave it, and what was made of it: a value that steps of the history share.
final class SpecSource: Sendable {
  /// As it was given, with patches merged: what `chart/get` returns and the next patch is merged into.
  let json: JSON
  /// The data that are not in the JSON.
  let held: HeldData
  /// Both together.
  let spec: ChartSpec
  /// Roughly how many bytes it takes to keep all but the columns.
  let byteCount: Int

  /// - Throws: ``InvalidValue`` with the path inside the spec.
  convenience init(json: JSON, held: HeldData = HeldData()) throws(InvalidValue) {
    try self.init(json: json, declared: ChartSpec(json: json), held: held)
  }

  /// - Parameter declared: What the JSON alone says.
  /// - Throws: ``InvalidValue`` with the path inside the spec.
  convenience init(json: JSON, declared: ChartSpec, held: HeldData) throws(InvalidValue) {
    HeavyWork.begin(.reading)
    let spec: ChartSpec
    switch declared {
    case .pie: spec = held.slices == nil ? declared : try ChartSpec(json: SpecSource.json(json, with: held.slices))
    case .cartesian(let plot): spec = .cartesian(try plot.filled(with: held))
    }
    let byteCount = json.bytes.count + (held.slices?.bytes.count ?? 0) + spec.inlineByteCount(held)
    self.init(json: json, held: held, spec: spec, byteCount: byteCount)
  }

  /// - Parameters:
  ///   - spec: What the JSON and the held data say together.
  ///   - byteCount: Roughly how many bytes it takes to keep all but the columns.
  init(json: JSON, held: HeldData, spec: ChartSpec, byteCount: Int) {
    self.json = json
    self.held = held
    self.spec = spec
    self.byteCount = byteCount
  }

  /// What was left out while the data were read.
  var warnings: [String] { held.warnings }

  /// The spec with the slices in the place of the file.
  private static func json(_ json: JSON, with slices: JSON?) -> JSON {
    guard let slices, case .object(var members) = json else { return json }
    members.removeValue(forKey: "data")
    members["slices"] = slices
    return .object(members)
  }

  /// Roughly how many bytes are kept for it alone while another one is kept too.
  func byteCount(beside other: SpecSource) -> Int {
    guard self !== other else { return 0 }
    let shared = Set(other.held.columns.values.map(ObjectIdentifier.init))
    let own = held.columns.values.filter { !shared.contains(ObjectIdentifier($0)) }
    return own.reduce(byteCount) { $0 + $1.byteCount }
  }
}

extension ChartSpec {
  /// How many bytes numbers take that are written out: as JSON values they take more than their text.
  fileprivate func inlineByteCount(_ held: HeldData) -> Int {
    guard case .cartesian(let plot) = self, held.columns.isEmpty else { return 0 }
    return plot.series.reduce(plot.x.values.count) { $0 + $1.values.count } * SpecSource.entryByteCount
  }
}

extension SpecSource {
  /// What a number that is written out takes besides its text.
  static let entryByteCount = 40
}
