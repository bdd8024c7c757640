extension Schema where Value == JSON {
  /// Any JSON object, kept as it is but described as another type: for values that are decoded later, such as a spec whose
  /// data have to be read first.
  /// - Parameter type: A type of which there is a ``SchemaDeclaration`` where it is described.
  public static func object(describedAs type: Any.Type) -> Schema {
    let type = ObjectIdentifier(type)
    return Schema(
      types: .object, expectation: "an object", decoding: { $0 }, encoding: { $0 },
      describing: { $0.document(of: type) ?? ["type": "object"] })
  }
}
