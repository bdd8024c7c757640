import JSONModel

/// Finds texts in texts by their bytes: of UTF-8 nothing else can be found where a text begins.
enum TextSearch {
  static func contains(_ part: String, in text: String) -> Bool {
    var (text, part) = (text, part)
    return text.withUTF8 { text in part.withUTF8 { part in first(part, in: text, from: 0) != nil } }
  }

  /// The text with another part in each place of one.
  /// - Parameter part: Not empty.
  /// - Throws: ``InvalidValue`` without a path if it becomes longer than can be kept.
  static func replacing(_ part: String, in text: String, with other: String) throws(InvalidValue) -> String {
    let (bytes, part, other) = (Array(text.utf8), Array(part.utf8), Array(other.utf8))
    let places = bytes.withUnsafeBufferPointer { bytes in
      part.withUnsafeBufferPointer { part in
        var (places, start): ([Int], Int) = ([], 0)
        while !part.isEmpty, let place = first(part, in: bytes, from: start) {
          places.append(place)
          start = place + part.count
        }
        return places
      }
    }
    guard !places.isEmpty else { return text }
    guard bytes.count + places.count * other.count <= TransformRun.textLimit else {
      throw InvalidValue("`replace` makes more than \(TransformRun.textLimit >> 20) MiB of texts")
    }
    var (result, start): ([UInt8], Int) = ([], 0)
    for place in places {
      result += bytes[start..<place]
      result += other
      start = place + part.count
    }
    return String(decoding: result + bytes[start...], as: UTF8.self)
  }

  /// - Complexity: O(*n* · *m*) at worst, and O(*n*) for texts as people write them.
  private static func first(
    _ part: UnsafeBufferPointer<UInt8>, in text: UnsafeBufferPointer<UInt8>, from start: Int
  ) -> Int? {
    guard let head = part.first else { return start }
    guard part.count <= text.count - start else { return nil }
    for place in start...text.count - part.count where text[place] == head {
      var index = 1
      while index < part.count, text[place + index] == part[index] { index += 1 }
      if index == part.count { return place }
    }
    return nil
  }
}
