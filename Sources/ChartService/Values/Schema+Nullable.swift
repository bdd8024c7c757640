import JSONModel
import JSONRPC

extension Schema {
  /// A value that is always there but may be `null`, and says so in its JSON Schema. (``Schema/optional(_:)`` describes
  /// what may be left out.)
  static func nullable<Wrapped: Sendable>(_ wrapped: Schema<Wrapped>) -> Schema where Value == Wrapped? {
    .either(
      .optional(wrapped),
      or: Schema<Empty>.null.map(decode: { _ throws(InvalidValue) in nil }, encode: { _ in Empty() }))
  }
}
