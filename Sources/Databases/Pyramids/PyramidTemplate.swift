/// Texts with marks in them, such as `<PYRAMID>`, in whose places other texts come.
enum PyramidTemplate {
  /// A template with all of its marks replaced, in one pass: what comes in place of a mark stays as it is, even if it
  /// looks like one.
  static func filled(_ template: String, _ parts: [String: String]) -> String {
    let bytes = Array(template.utf8)
    var filled: [UInt8] = []
    var place = 0
    while let start = bytes[place...].firstIndex(of: UInt8(ascii: "<")) {
      filled += bytes[place..<start]
      if let end = bytes[start...].firstIndex(of: UInt8(ascii: ">")),
        let part = parts[String(decoding: bytes[start...end], as: UTF8.self)]
      {
        filled += part.utf8
        place = end + 1
      } else {
        filled.append(bytes[start])
        place = start + 1
      }
    }
    return String(decoding: filled + bytes[place...], as: UTF8.self)
  }
}
