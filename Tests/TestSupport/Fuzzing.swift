/// What makes random input, the same in every run.
public protocol Fuzzing {
  var random: SplitMix64 { get set }
}

extension Fuzzing {
  public mutating func below(_ count: Int) -> Int { random.whole(0...count - 1) }
  public mutating func chance(_ percent: Int) -> Bool { below(100) < percent }
  /// In [0, 1).
  public mutating func share() -> Double { Double.random(in: 0..<1, using: &random) }
  public mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }
}
