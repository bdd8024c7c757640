import ChartModel
import JSONModel

extension MarkAddress.Index {
  static let schema = Schema<Int?>.optional(.integer(min: 0)).map(
    decode: { value throws(InvalidValue) in value.map(MarkAddress.Index.at) ?? .null },
    encode: { if case .at(let value) = $0 { value } else { nil } }
  )
}
