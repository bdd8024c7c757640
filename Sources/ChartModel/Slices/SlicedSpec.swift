public import JSONModel
import OrderedCollections

/// A spec whose marks are slices within slices, as those of pies with rings and of treemaps are: marks are named by the
/// indices that lead to them.
public protocol SlicedSpec: KindSpec {
  var slices: [SliceSpec] { get set }
  var data: DataSpec? { get set }
  /// What requests mean by a series, in a word: `ring`.
  static var levelName: String { get }
  static var schema: Schema<Self> { get }
}

extension SlicedSpec {
  /// The spec with slices in the place of a file.
  /// - Throws: ``InvalidValue`` with the path inside the spec: `slices[2].value`.
  public func with(slices: JSON) throws(InvalidValue) -> Self {
    var spec = self
    spec.data = nil
    spec.slices = []
    guard case .object(var members) = Self.schema.encode(spec) else { return spec }
    members["slices"] = slices
    return try Self.schema.decode(.object(members))
  }

  /// Checks what the types alone don't say.
  func validateSlices(_ faults: inout FaultList) throws(InvalidValue) {
    if data != nil, !slices.isEmpty {
      try faults.add(InvalidValue("give either `slices` or `data`, not both", at: JSONPath([.key("data")])))
    }
    try faults.check(at: .key("slices")) { () throws(InvalidValue) in
      var count = 0
      try Self.validate(slices, count: &count, at: [])
    }
  }

  private static func validate(
    _ slices: [SliceSpec], count: inout Int, at path: [JSONPath.Component]
  ) throws(InvalidValue) {
    count += slices.count
    guard count <= SliceSpec.maximumCount else {
      throw InvalidValue(
        "expected at most \(SliceSpec.maximumCount) slices in all \(levelName)s", at: JSONPath(path))
    }
    for (index, slice) in slices.enumerated() {
      try validate(slice.children, count: &count, at: path + [.index(index), .key("children")])
    }
  }
}
