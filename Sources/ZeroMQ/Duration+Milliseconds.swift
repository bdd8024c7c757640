extension Duration {
  /// Whole milliseconds, rounded up so that waiting never ends early, within what libzmq's `int` holds; not below zero.
  var milliseconds: Int32 {
    guard self > .zero else { return 0 }
    let (seconds, attoseconds) = components
    guard seconds < Int64(Int32.max / 1_000) else { return .max }
    return Int32(clamping: seconds * 1_000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
  }
}
