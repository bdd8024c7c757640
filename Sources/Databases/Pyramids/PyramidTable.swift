/// A pyramid: a table that has, for buckets of a line's positions in many widths, how many rows lie in each, and the
/// first, the last, the least and the greatest of them. However much of a line is looked at, there is a width of which
/// a picture takes a few thousand.
///
/// Buckets begin at multiples of their width, which is `2^k` or `3 · 2^k`, both for each k from the finest to the top.
package struct PyramidTable: Hashable, Sendable {
  /// The most bytes of a name: PostgreSQL's have 63, and what belongs to a pyramid is called by its name with an
  /// ending.
  static let longestName = 52
  /// Exponents of widths that doubles have, with as much to both sides as is computed with them.
  package static let possibleExponents = -900...900

  package var line: PyramidLine
  /// From the finest to the top.
  package var exponents: ClosedRange<Int>
  package var name: String
  /// What the pyramid lies in, as ``PyramidLine/schema`` is what the table lies in.
  package var home: String

  /// - Parameters:
  ///   - name: ``PyramidLine/standardName`` if not given.
  ///   - home: Where the table is if not given.
  package init(_ line: PyramidLine, exponents: ClosedRange<Int>, name: String? = nil, home: String? = nil) {
    (self.line, self.exponents) = (line, exponents)
    (self.name, self.home) = (name ?? line.standardName, home ?? line.schema)
  }

  package var finest: Int { exponents.lowerBound }
  package var top: Int { exponents.upperBound }

  /// What it says of itself.
  package var about: PyramidAbout { PyramidAbout(exponents: exponents) }

  /// All widths, the finest one first.
  package var widths: [Double] { exponents.flatMap { [PyramidTable.width($0), 3 * PyramidTable.width($0)] } }

  /// The buckets of which some of the finest width are made, each of them once: few, of few widths. A server takes longer for a
  /// condition on one more width than for some dozens of its buckets.
  package func parts(of numbers: Range<Int>) -> [Part] {
    var parts: [Part] = []
    var (rest, exponent) = (numbers, finest)
    func add(_ numbers: Range<Int>) {
      if numbers.isEmpty { return }
      parts.append(Part(width: PyramidTable.width(exponent), numbers.lowerBound...numbers.upperBound - 1))
    }
    let step = PyramidTable.stepOfParts
    while exponent + step <= top {
      // What is wider has the middle; the ends it has not are left to this width.
      let low = (rest.lowerBound >> step) + (rest.lowerBound & (1 << step - 1) == 0 ? 0 : 1)
      let high = rest.upperBound >> step
      guard low < high else { break }
      add(rest.lowerBound..<low << step)
      add(high << step..<rest.upperBound)
      rest = low..<high
      exponent += step
    }
    add(rest)
    return parts
  }

  /// The next width of them is as many doublings away, such that there are no more than 63 of one at each end.
  private static let stepOfParts = 6

  package static func width(_ exponent: Int) -> Double { Double(sign: .plus, exponent: exponent, significand: 1) }
}
