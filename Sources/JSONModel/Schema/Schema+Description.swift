extension Schema where Value == JSON {
  /// Any JSON object, kept as it is but described as another type: for values that are decoded later, such as a spec
  /// whose data have to be read first.
  public static func object<Other>(describedBy schema: Schema<Other>) -> Schema {
    Schema(
      types: .object, expectation: "an object", decoding: { $0 }, encoding: { $0 }, describing: schema.describing)
  }
}
