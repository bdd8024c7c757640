public import ChartModel
public import JSONModel

extension ColumnSpec.NumberType {
  /// The numbers in a buffer. Of whole numbers beyond 2⁵³ the nearest double counts.
  /// - Throws: ``InvalidValue`` without a path if the buffer ends within a number.
  /// - Complexity: O(*n*)
  public func numbers(in bytes: [UInt8]) throws(InvalidValue) -> [Double] {
    do {
      return try number.numbers(in: bytes)
    } catch {
      throw InvalidValue(error.reason)
    }
  }

  private var number: BinaryNumber {
    switch self {
    case .float64: .float64
    case .float32: .float32
    case .int32: .int32
    case .int64: .int64
    }
  }
}
