/// What is wrong with an SVG as XML, or as a picture: a small reader of its own, so that the writer isn't its own judge.
package struct PictureCheck {
  private let bytes: [UInt8]
  private var position = 0
  private var open: [ArraySlice<UInt8>] = []

  /// - Returns: The first fault with what is around it; `nil` if there is none.
  package static func fault(in svg: String) -> String? {
    var check = PictureCheck(svg)
    guard let reason = check.fault() else { return nil }
    let around = check.bytes[max(0, check.position - 60)..<min(check.bytes.count, check.position + 60)]
    return "\(reason) at byte \(check.position): …\(String(decoding: around, as: UTF8.self))…"
  }

  private init(_ svg: String) { bytes = Array(svg.utf8) }

  /// What holds numbers and nothing else but letters of commands.
  private static let geometry: Set<String> = [
    "d", "x", "y", "x1", "x2", "y1", "y2", "cx", "cy", "r", "rx", "ry", "width", "height", "points", "viewBox",
    "transform", "stroke-width", "font-size", "opacity", "fill-opacity", "stroke-opacity", "stroke-dasharray", "offset",
    "dx", "dy", "textLength",
  ]

  private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func fault() -> String? {
    guard bytes.starts(with: "<svg".utf8) else { return "it does not begin with <svg" }
    while let byte = next {
      switch byte {
      case UInt8(ascii: "<"):
        if let fault = tag() { return fault }
        if open.isEmpty {
          let rest = bytes[position...].first { ![9, 10, 13, 32].contains($0) }
          return rest == nil ? nil : "text after the end"
        }
      case UInt8(ascii: "&"): if let fault = reference() { return fault }
      case 0..<0x20 where ![9, 10, 13].contains(byte): return "a control character"
      default: position += 1
      }
    }
    return "an element without its end"
  }

  private mutating func tag() -> String? {
    position += 1
    if next == UInt8(ascii: "/") {
      position += 1
      let name = word()
      guard let last = open.popLast(), last.elementsEqual(name) else { return "an end of what was not begun" }
      guard next == UInt8(ascii: ">") else { return "expected >" }
      position += 1
      return nil
    }
    let name = word()
    guard !name.isEmpty else { return "a < without a name" }
    var names: Set<String> = []
    while true {
      while let byte = next, [9, 10, 13, 32].contains(byte) { position += 1 }
      if next == UInt8(ascii: "/") {
        position += 1
        guard next == UInt8(ascii: ">") else { return "expected >" }
        position += 1
        return nil
      }
      if next == UInt8(ascii: ">") {
        position += 1
        open.append(name)
        return nil
      }
      let attribute = String(decoding: word(), as: UTF8.self)
      guard !attribute.isEmpty, names.insert(attribute).inserted else {
        return "attribute '\(attribute)' again, or none"
      }
      if let fault = value(of: attribute) { return fault }
    }
  }

  private mutating func value(of attribute: String) -> String? {
    guard next == UInt8(ascii: "=") else { return "expected = after \(attribute)" }
    position += 1
    guard next == UInt8(ascii: "\"") else { return "expected a quote after \(attribute)" }
    position += 1
    let start = position
    while let byte = next, byte != UInt8(ascii: "\"") {
      if byte == UInt8(ascii: "<") || byte < 0x20 && ![9, 10, 13].contains(byte) { return "\(byte) in \(attribute)" }
      if byte == UInt8(ascii: "&") {
        if let fault = reference() { return fault }
      } else {
        position += 1
      }
    }
    guard next != nil else { return "\(attribute) without its end" }
    if PictureCheck.geometry.contains(attribute), let word = PictureCheck.noNumber(in: bytes[start..<position]) {
      return "\(word) in \(attribute)"
    }
    position += 1
    return nil
  }

  private static func noNumber(in bytes: ArraySlice<UInt8>) -> String? {
    let text = String(decoding: bytes, as: UTF8.self).lowercased()
    return ["nan", "inf"].first { text.contains($0) }
  }

  private mutating func reference() -> String? {
    let end = bytes[position...].prefix(12).firstIndex(of: UInt8(ascii: ";"))
    guard let end else { return "an & that is none" }
    let name = String(decoding: bytes[(position + 1)..<end], as: UTF8.self)
    let isNumber = name.hasPrefix("#") && name.dropFirst().allSatisfy { $0.isHexDigit || $0 == "x" }
    guard isNumber || ["amp", "lt", "gt", "quot", "apos"].contains(name) else { return "an unknown &\(name);" }
    position = end + 1
    return nil
  }

  private mutating func word() -> ArraySlice<UInt8> {
    let start = position
    while let byte = next, !" \t\r\n/>=<\"".utf8.contains(byte) { position += 1 }
    return bytes[start..<position]
  }
}
