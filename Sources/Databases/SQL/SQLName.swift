/// Names as specs write them.
package enum SQLName {
  /// The parts of a table's name: `metrics`, `public.metrics`, `"a.b".c`. A part in double quotes may hold anything, two of these
  /// for one.
  package static func parts(of name: String) -> [String] {
    var parts: [String] = []
    var rest = name[...]
    while true {
      let end: Substring.Index
      if rest.first == "\"", let quoted = quotedEnd(of: rest), quoted == rest.endIndex || rest[quoted] == "." {
        end = quoted
        let inner = rest[rest.index(after: rest.startIndex)..<rest.index(before: end)]
        parts.append(inner.split(separator: "\"\"", omittingEmptySubsequences: false).joined(separator: "\""))
      } else {
        end = rest.firstIndex(of: ".") ?? rest.endIndex
        parts.append(String(rest[..<end]))
      }
      guard end < rest.endIndex else { return parts }
      rest = rest[rest.index(after: end)...]
    }
  }

  /// Behind the quote that ends what begins with one; `nil` if there is none.
  private static func quotedEnd(of text: Substring) -> Substring.Index? {
    var place = text.index(after: text.startIndex)
    while place < text.endIndex {
      let next = text.index(after: place)
      guard text[place] == "\"" else {
        place = next
        continue
      }
      guard next < text.endIndex, text[next] == "\"" else { return next }
      place = text.index(after: next)
    }
    return nil
  }
}
