import JSONModel

// Loops over the values of blocks. What is done to each value is a type rather than a closure, so that the compiler makes a
// loop of its own for each, of machine instructions for several values at a time.

/// What an operator makes of two numbers.
protocol NumberOperation {
  static func result(_ left: Double, _ right: Double) -> Double
}

enum Sum: NumberOperation {
  @inline(__always) static func result(_ left: Double, _ right: Double) -> Double { (left + right).orMissing }
}

enum Difference: NumberOperation {
  @inline(__always) static func result(_ left: Double, _ right: Double) -> Double { (left - right).orMissing }
}

enum Product: NumberOperation {
  @inline(__always) static func result(_ left: Double, _ right: Double) -> Double { (left * right).orMissing }
}

enum Ratio: NumberOperation {
  @inline(__always) static func result(_ left: Double, _ right: Double) -> Double { (left / right).orMissing }
}

func each<Operation: NumberOperation>(
  _ left: @escaping Block<Double>, _ right: @escaping Block<Double>, _ operation: Operation.Type
) -> Block<Double> {
  { rows throws(InvalidValue) in
    var values = try left(rows)
    let others = try right(rows)
    let count = min(values.count, others.count)
    values.withUnsafeMutableBufferPointer { values in
      others.withUnsafeBufferPointer { others in
        for index in 0..<count { values[index] = Operation.result(values[index], others[index]) }
      }
    }
    return values
  }
}

func each(_ operand: @escaping Block<Double>, _ body: @escaping (Double) -> Double) -> Block<Double> {
  { rows throws(InvalidValue) in
    var values = try operand(rows)
    for index in values.indices { values[index] = body(values[index]) }
    return values
  }
}

func each(
  _ left: @escaping Block<Double>, _ right: @escaping Block<Double>, _ body: @escaping (Double, Double) -> Double
) -> Block<Double> {
  { rows throws(InvalidValue) in
    var values = try left(rows)
    let others = try right(rows)
    for index in values.indices { values[index] = body(values[index], others[index]) }
    return values
  }
}

/// What a comparison makes of two numbers that both are there.
protocol NumberComparison {
  static func holds(_ left: Double, _ right: Double) -> Bool
}

enum Equal: NumberComparison {
  @inline(__always) static func holds(_ left: Double, _ right: Double) -> Bool { left == right }
}

enum NotEqual: NumberComparison {
  @inline(__always) static func holds(_ left: Double, _ right: Double) -> Bool { left != right }
}

enum Less: NumberComparison {
  @inline(__always) static func holds(_ left: Double, _ right: Double) -> Bool { left < right }
}

enum LessOrEqual: NumberComparison {
  @inline(__always) static func holds(_ left: Double, _ right: Double) -> Bool { left <= right }
}

/// A comparison; with what is missing there is none.
func compared<Comparison: NumberComparison>(
  _ left: @escaping Block<Double>, _ right: @escaping Block<Double>, _ comparison: Comparison.Type
) -> Block<Truth> {
  { rows throws(InvalidValue) in
    let (values, others) = (try left(rows), try right(rows))
    let count = min(values.count, others.count)
    var truths = [Truth](repeating: .missing, count: count)
    truths.withUnsafeMutableBufferPointer { truths in
      values.withUnsafeBufferPointer { values in
        others.withUnsafeBufferPointer { others in
          for index in 0..<count {
            let (value, other) = (values[index], others[index])
            let isThere = value == value && other == other
            truths[index] = !isThere ? .missing : Comparison.holds(value, other) ? .yes : .no
          }
        }
      }
    }
    return truths
  }
}

func each(
  _ left: @escaping Block<Truth>, _ right: @escaping Block<Truth>, _ body: @escaping (Truth, Truth) -> Truth
) -> Block<Truth> {
  { rows throws(InvalidValue) in
    var truths = try left(rows)
    let others = try right(rows)
    for index in truths.indices { truths[index] = body(truths[index], others[index]) }
    return truths
  }
}

extension Double {
  /// The number, or none if it is infinite: what a division by 0 or a sum beyond all numbers gives.
  @inline(__always)
  var orMissing: Double { self + self * 0 }
}
