import ChartModel
import ChartService
import JSONModel

extension WaffleSpec: AppendableSpec {
  /// Each point is a part more: `["Tides", 5]`.
  func appending(_ request: AppendRequest, to source: SpecSource) throws(InvalidValue) -> AppendedSpec? {
    let points = try request.points()
    guard points.count > 0 else { return nil }
    var parts = source.json["parts"]?.arrayValue ?? []
    for (index, value) in points.values[0].enumerated() {
      guard case .text(let label)? = points.positions[index], value >= 0 else {
        throw InvalidValue("expected a part's name and value: [\"Tides\", 5]", at: points.place(of: index))
      }
      parts.append(["label": .string(label), "value": JSON(value)])
    }
    let json = source.json.setting("parts", .array(parts))
    return try AppendedSpec(source, json: json, try WaffleSpec.schema.decode(json))
  }
}
