import Foundation

/// What a test goes through of a large domain or of many random rounds: all of it where what is tested is optimised, and in
/// debug, where it takes ten times as long and differs by its assertions only, every seventh, unless `WHOLE_SAMPLES` is set.
public func sample<Elements: Sequence>(_ all: Elements) -> [Elements.Element] {
  all.enumerated().filter { isInSample($0.offset) }.map(\.element)
}

/// Whether what has a number is among those that a test goes through.
public func isInSample(_ number: Int) -> Bool {
  #if DEBUG
    areWhole || number.isMultiple(of: 7)
  #else
    true
  #endif
}

/// Whether who runs the tests wants all of them in debug, too: a change of layout is sooner known to be right.
private let areWhole = ProcessInfo.processInfo.environment["WHOLE_SAMPLES"] != nil
