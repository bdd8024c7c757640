import ChartModel
import JSONModel
import OrderedCollections

/// A spec as its author gave it, and what was made of it: a value that steps of the history share.
final class SpecSource: Sendable {
  /// As it was given, with patches merged: what `chart/get` returns and the next patch is merged into.
  let json: JSON
  /// The slices that were read from the file that `data` names. They are kept so that undo and import need no file, which
  /// may have changed or be elsewhere.
  let slices: JSON?
  /// What was left out while reading the file.
  let warnings: [String]
  let spec: ChartSpec
  /// Roughly how many bytes it takes to keep.
  let byteCount: Int

  /// - Throws: ``InvalidValue`` with the path inside the spec.
  init(json: JSON, slices: JSON? = nil, warnings: [String] = []) throws(InvalidValue) {
    self.json = json
    self.slices = slices
    self.warnings = warnings
    self.spec = try ChartSpec(json: SpecSource.resolved(json, slices: slices))
    self.byteCount = json.bytes.count + (slices?.bytes.count ?? 0)
  }

  /// The spec with the slices in the place of the file.
  private static func resolved(_ json: JSON, slices: JSON?) -> JSON {
    guard let slices, case .object(var members) = json else { return json }
    members.removeValue(forKey: "data")
    members["slices"] = slices
    return .object(members)
  }
}
