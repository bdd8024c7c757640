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

  /// The buckets of which some of the finest width are made, side by side: as few as there are.
  package func parts(of numbers: Range<Int>) -> [Part] {
    var parts: [Part] = []
    var place = numbers.lowerBound
    while place < numbers.upperBound {
      // As wide as begins there and does not go beyond the end.
      var step = min(place == 0 ? 62 : place.trailingZeroBitCount, top - finest)
      while step > 0, numbers.upperBound - place < 1 << step { step -= 1 }
      parts.append(Part(width: PyramidTable.width(finest + step), place >> step...place >> step))
      place += 1 << step
    }
    return parts
  }

  package static func width(_ exponent: Int) -> Double { Double(sign: .plus, exponent: exponent, significand: 1) }
}
