@testable import ChartEngine
import ChartModel
import JSONModel
import Testing

@Suite("P11 Templates")
struct TemplateTests {
  private func fill(_ text: String) -> String {
    Template(text).filled { ["label": "L", "value": "V", "percent": "P"][$0] }.map(\.text).joined()
  }

  @Test(
    "P11 Placeholders are filled in; unknown ones and lone braces stay",
    arguments: [
      ("{label}", "L"), ("{label}: {value} ({percent})", "L: V (P)"), ("", ""), ("plain", "plain"),
      ("{unknown}", "{unknown}"),
      ("{label", "{label"), ("label}", "label}"), ("{}", "{}"), ("{{label}}", "{{label}}"), ("}{label}{", "}L{"),
      ("{label}{label}", "LL"),
    ])
  func filling(text: String, expected: String) {
    #expect(fill(text) == expected)
  }

  @Test(
    "Whether a template writes nothing but white space is told as it would be seen",
    arguments: [
      ("", true), (" \n\u{7}", true), ("{blank}", true), ("{blank} {blank}\t", true), ("{label}", false),
      ("{blank}.", false), ("{unknown}", false), ("{blank}{label}", false), ("{blank}{blank}{", false),
    ])
  func blank(text: String, expected: Bool) {
    let value = { (name: String) in ["blank": " \u{85}", "label": "L"][name] }
    #expect(Template(text).isBlank(value) == expected)
    #expect(Template(text).text(value).oneLine.allSatisfy(\.isWhitespace) == expected)
  }

  @Test("A name that occurs again is filled in alike, wherever among a thousand others")
  func manyNames() {
    let names = (0..<600).map { "n\($0 % 300)" }
    var asked: [String] = []
    let filled = Template(names.map { "{\($0)}" }.joined()).filled { name in
      asked.append(name)
      return String(name.dropFirst())
    }
    #expect(filled.map(\.text) == names.map { String($0.dropFirst()) } && filled.map(\.placeholder) == names)
    #expect(asked == Array(names.prefix(300)))
  }

  @Test("However long a template and its names are, no more is written than can be read, and an ellipsis says so")
  func limit() {
    let limit = Template.lengthLimit
    let name = String(repeating: "é", count: 50_000)
    for (text, value) in [
      (String(repeating: "{label}", count: 40_000), name), ("{label}", name),
      (String(repeating: "x", count: 1 << 20), "L"),
      (String(repeating: "{label}日", count: 3_000), "L"), (String(repeating: "{", count: 1 << 20), "L"),
      ("a" + String(repeating: "{label}", count: 40_000), name),
    ] {
      var asked = 0
      let filled = Template(text).text { _ in
        asked += 1
        return value
      }
      #expect(filled.utf8.count > limit / 4 && filled.utf8.count <= limit + 3 && filled.hasSuffix("…"))
      #expect(!filled.contains("\u{FFFD}") && asked <= 1)
    }
    for count in [limit - 1, limit] {
      let text = String(repeating: "x", count: count)
      #expect(Template(text).text { _ in nil } == text && Template("{a}").text { _ in text } == text)
    }
  }

  @Test("No text that fits into a width is longer than what is looked at for it, be there a mark over each letter")
  func longest() {
    let font = Font(size: 12)
    for value in (0x21...0x2FFF as ClosedRange<UInt32>) {
      guard let scalar = Unicode.Scalar(value), scalar.properties.isAlphabetic || scalar.isASCII,
        font.width(of: String(scalar)) > 0
      else { continue }
      let text = String(repeating: "\(scalar)\u{301}", count: 40)
      #expect(text.utf8.count <= font.longest(in: font.width(of: text)), "U+\(String(value, radix: 16))")
    }
    // Nor is there a size or a width for which that is more than can be counted.
    for size in [0, .leastNonzeroMagnitude, 1e-300, 12, 1e300, .infinity, .nan] {
      for width in [-1, 0, 640, 1e300, .infinity, .nan] {
        #expect((5...5 * String.lineLimit).contains(Font(size: size).longest(in: width)), "\(size) \(width)")
      }
    }
  }

  @Test("Of a line of megabytes only its beginning is looked at, and every control and separator is a space")
  func line() {
    let long = String(repeating: "a  b\n", count: 1 << 20).oneLine
    #expect(long.utf8.count <= String.lineLimit + 3 && long.hasPrefix("a b a b ") && long.hasSuffix("…"))
    #expect(String(repeating: "é", count: String.lineLimit).oneLine.unicodeScalars.dropLast().allSatisfy { $0 == "é" })
    for value in UInt32(0)...0x3000 {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let isSpace =
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        default: scalar == " "
        }
      #expect("a\(Character(scalar))b".oneLine.unicodeScalars.contains(scalar) == !isSpace || scalar == " ", "\(value)")
    }
  }

  @Test(
    "A chart with such templates is drawn in a small picture",
    arguments: [
      #"{"kind": "pie", "labels": {"position": "inside", "text": "SLICE"}, "slices": [{"label": "NAME", "value": 1}]}"#,
      #"{"kind": "pie", "labels": {"text": "SLICE"}, "slices": [{"label": "NAME", "value": 1}, {"label": "b", "value": 1}]}"#,
      #"{"kind": "pie", "hole": 0.5, "title": "NAME", "center": {"text": "CENTER"}, "slices": [{"label": "a", "value": 1}]}"#,
      #"{"kind": "line", "series": [{"name": "NAME", "values": [1, 2], "endBubble": {"text": "TEXT"}, "marker": "TEXT"}]}"#,
      #"{"kind": "bar", "series": [{"name": "NAME", "values": [1, 2], "labels": {"position": "above", "text": "TEXT"}}]}"#,
      #"{"kind": "line", "x": {"values": [1, 2], "tickLabels": {"format": "VALUE"}}, "series": [{"values": [1, 2]}]}"#,
    ])
  func picture(spec: String) throws {
    // Each place in its own words: others are errors.
    let words = [
      "SLICE": "{label}{value}{percent}", "CENTER": "{title}{total}", "TEXT": "{label}{series}{x}{value}",
      "VALUE": "{value}",
    ]
    let json = words.reduce(spec) { $0.replacing($1.key, with: String(repeating: $1.value, count: 20_000)) }.replacing(
      "NAME", with: String(repeating: "n", count: 20_000))
    var chart = Chart(id: "long", spec: try ChartSpec(json: JSON(parsing: json)))
    _ = chart.apply(.highlight(path: chart.spec.kind == "pie" ? [0] : [0, 1], notify: false))
    let texts = chart.layout().scene().nodes.flatMap(\.leaves).compactMap { $0.text?.runs }
    let longest = texts.map { $0.reduce(0) { $0 + $1.text.utf8.count } }.max() ?? 0
    #expect(longest <= Template.lengthLimit + 3)
  }

  @Test("P11 A label that looks like a placeholder is not filled in again")
  func onlyOnce() throws {
    let layout = try Pies.chart(
      #"{"kind": "pie", "slices": [{"label": "{value}", "value": 7}, {"label": "{percent}", "value": 1}]}"#
    ).pie
    #expect(Set(layout.labels.leaders.map { $0.runs.map(\.text).joined() }) == ["{value} 88%", "{percent} 12%"])
  }
}
