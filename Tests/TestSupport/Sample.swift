/// What a test goes through of a large domain or of many random rounds: all of it where what is tested is optimised, and in
/// debug, where it takes ten times as long and differs by its assertions only, every seventh.
public func sample<Elements: Sequence>(_ all: Elements) -> [Elements.Element] {
  #if DEBUG
    all.enumerated().filter { $0.offset.isMultiple(of: 7) }.map(\.element)
  #else
    Array(all)
  #endif
}
