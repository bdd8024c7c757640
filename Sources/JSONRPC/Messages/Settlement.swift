/// What answers wait for after the work is done: that the disk has what they tell of.
public protocol Settlement: Sendable {
  /// Has something called, once, on any thread, as soon as the answer may leave; at once if it may already.
  /// - Parameter body: Gets the error that is to be answered instead, if what was done turned out not to be so.
  func whenSettled(_ body: @escaping @Sendable (RPCError?) -> Void)
}
