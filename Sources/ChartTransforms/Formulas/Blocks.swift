import JSONModel

// Loops over the values of blocks. Each is made anew for the operation that it is called with, so that a loop holds nothing
// but that.

@inline(__always)
func each(_ operand: @escaping Block<Double>, _ body: @escaping (Double) -> Double) -> Block<Double> {
  { rows throws(InvalidValue) in
    var values = try operand(rows)
    for index in values.indices { values[index] = body(values[index]) }
    return values
  }
}

@inline(__always)
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

/// A comparison; with what is missing there is none.
@inline(__always)
func compared(
  _ left: @escaping Block<Double>, _ right: @escaping Block<Double>, _ body: @escaping (Double, Double) -> Bool
) -> Block<Truth> {
  { rows throws(InvalidValue) in
    let (values, others) = (try left(rows), try right(rows))
    var truths = [Truth](repeating: .missing, count: values.count)
    for index in values.indices {
      let (value, other) = (values[index], others[index])
      if !value.isNaN, !other.isNaN { truths[index] = Truth(body(value, other)) }
    }
    return truths
  }
}

@inline(__always)
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
