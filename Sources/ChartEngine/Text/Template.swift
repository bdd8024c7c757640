import ChartModel

/// A text with placeholders in braces, such as `{label} {percent}`.
///
/// Each mark is written by one, so what it makes of a long name in many places would grow with all three. So no more is
/// written than anybody could read.
struct Template: Hashable, Sendable {
  /// The most bytes that are written; what is longer ends with an ellipsis there.
  static let lengthLimit = String.lineLimit

  private enum Part: Hashable, Sendable {
    case text(String)
    /// With the place of the first part that has the same name, if that is another.
    case placeholder(String, first: Int?)
  }

  private let parts: [Part]

  /// Splits a text at its placeholders; a brace without its partner is text.
  /// - Complexity: O(1) in what is longer than can be written.
  init(_ text: String) {
    var parts: [Part] = []
    var places: [Substring: Int] = [:]
    var rest = text.cut(to: Template.lengthLimit)
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      if open > rest.startIndex { parts.append(.text(String(rest[..<open]))) }
      let name = rest[rest.index(after: open)..<close]
      parts.append(.placeholder(String(name), first: places[name]))
      if places[name] == nil { places[name] = parts.count - 1 }
      rest = rest[rest.index(after: close)...]
    }
    if !rest.isEmpty { parts.append(.text(String(rest))) }
    if rest.endIndex < text.endIndex { parts.append(.text("…")) }
    self.parts = parts
  }

  /// Whether a placeholder occurs.
  func uses(_ name: String) -> Bool { parts.contains(.placeholder(name, first: nil)) }

  /// Whether nothing but white space is written.
  func isBlank(_ value: (String) -> String?) -> Bool {
    parts.allSatisfy { part in
      switch part {
      case .text(let text): text.oneLine.allSatisfy(\.isWhitespace)
      case .placeholder(_, first: .some): true
      case .placeholder(let name, first: nil): value(name).map { $0.oneLine.allSatisfy(\.isWhitespace) } ?? false
      }
    }
  }

  /// The pieces with their values filled in; those from placeholders say from which. Unknown placeholders stay as they
  /// were written.
  /// - Parameters:
  ///   - limit: The most bytes that are written, where fewer are enough.
  ///   - value: Asked once for each name.
  func filled(
    limit: Int = lengthLimit, _ value: (String) -> String?
  ) -> [(text: String, placeholder: String?)] {
    var pieces: [(text: String, placeholder: String?)] = []
    pieces.reserveCapacity(parts.count)
    var room = min(max(limit, 0), Template.lengthLimit)
    for part in parts {
      let piece: (text: String, placeholder: String?) =
        switch part {
        case .text(let text): (text, nil)
        case .placeholder(let name, let first):
          // Each part before it has made a piece.
          (first.map { pieces[$0].text } ?? value(name) ?? "{\(name)}", name)
        }
      let kept = piece.text.cut(to: room)
      guard kept.endIndex == piece.text.endIndex else {
        pieces.append((kept + "…", piece.placeholder))
        break
      }
      pieces.append(piece)
      room -= piece.text.utf8.count
    }
    return pieces
  }

  /// The same as one text.
  func text(limit: Int = lengthLimit, _ value: (String) -> String?) -> String {
    // Most are one placeholder and nothing else, and each mark has one.
    if parts.count == 1, case .placeholder(let name, _) = parts[0] {
      let text = value(name) ?? "{\(name)}"
      let kept = text.cut(to: min(max(limit, 0), Template.lengthLimit))
      return kept.endIndex == text.endIndex ? text : kept + "…"
    }
    return switch filled(limit: limit, value) {
    case let pieces where pieces.count == 1: pieces[0].text
    case let pieces: pieces.map(\.text).joined()
    }
  }
}

// MARK: - Formats of placeholders

extension Template {
  /// The name of a placeholder without its format: `value` of `value:compact`.
  static func name(_ placeholder: String) -> Substring { placeholder.prefix { $0 != ":" } }

  /// How an axis writes its numbers: as its first `{value:…}` says, so that all its labels agree.
  func format(from format: FormatSpec) -> FormatSpec {
    for case .placeholder(let name, _) in parts where name.hasPrefix("value:") {
      if let changed = try? format.applying(name.dropFirst("value:".count)) { return changed }
    }
    return format
  }
}

extension [(text: String, placeholder: String?)] {
  /// The one piece of a template that is a number rather than a name; `nil` if there is none, or more than one.
  var numberAlone: Element? {
    let numbers = filter { $0.placeholder.map(Template.name).map { $0 == "percent" || $0 == "value" } ?? false }
    return numbers.count == 1 ? numbers[0] : nil
  }
}
