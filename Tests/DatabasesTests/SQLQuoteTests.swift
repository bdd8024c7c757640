@testable import Databases
import Testing

@Suite("Names and texts in quotes") struct SQLQuoteTests {
  /// Every dialect, with the sign that its names are quoted by, and the one that begins and ends texts.
  private static let dialects: [any SQLDialect] =
    [PostgreSQLDialect(), ClickHouseDialect()] + ADBCDialect.allCases.map { $0 as any SQLDialect }

  @Test("A quote with an accent on it is a quote all the same, in names and in texts", arguments: dialects.indices)
  func accents(_ index: Int) {
    let dialect = Self.dialects[index]
    for quote in ["\"", "`", "'", "\\"] {
      let name = "a\(quote)\u{301}; DROP TABLE b; --\(quote)\u{301}"
      let plain = "a\(quote)x; DROP TABLE b; --\(quote)x"
      func scalars(_ text: String) -> [Unicode.Scalar] { text.unicodeScalars.map { $0 == "\u{301}" ? "x" : $0 } }
      #expect(scalars(dialect.quoted(name)) == Array(dialect.quoted(plain).unicodeScalars))
      let texts = [name, plain].map { text in
        SQLWriter.statement(
          SQLSelect([SQLSelect.Item(.value(.text(text)), as: "t")], from: .table(["m"])), in: dialect)
      }
      #expect(scalars(texts[0].text) == Array(texts[1].text.unicodeScalars))
    }
  }
}
