import JSONModel
import TestSupport

/// What the data files hold that specs name.
enum FuzzFiles {
  static let names = ["good.csv", "good.json", "evil.csv", "evil.json", "none.csv", "."]

  /// The text of each file, another one for each seed where it is evil.
  static func texts(_ sampler: inout SchemaSampler) -> [(name: String, text: String)] {
    [
      ("good.csv", "label,value,x\nRent,25,1\nFood,30,2\n"),
      ("good.json", #"[{"label":"a","value":1},{"label":"b","value":2}]"#),
      ("evil.csv", csv(&sampler)),
      ("evil.json", sampler.chance(50) ? rows(&sampler).text : sampler.evilValue().text),
    ]
  }

  private static func csv(_ sampler: inout SchemaSampler) -> String {
    let mark = sampler.pick([",", ";", "\t", "|"])
    let rows = (0..<sampler.below(8)).map { _ in
      (0..<2 + sampler.below(2)).map { _ in
        sampler.chance(60)
          ? sampler.plainNumber().text
          : sampler.pick(EvilValues.texts + ["\"a,b\"", "\"", "\"\"\"\"", "1,5", "1.000,5"])
      }.joined(separator: mark)
    }
    let head = sampler.chance(90) ? "label\(mark)value\(mark)x" : "label\(mark)label"
    return (sampler.chance(20) ? "\u{FEFF}" : "")
      + ([head] + rows).joined(separator: sampler.pick(["\n", "\r\n", "\r"]))
  }

  private static func rows(_ sampler: inout SchemaSampler) -> JSON {
    .array((0..<sampler.below(6)).map { _ in ["label": sampler.evilValue(), "value": sampler.plainNumber()] })
  }
}
