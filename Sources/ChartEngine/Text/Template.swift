/// A text with placeholders in braces, such as `{label} {percent}`.
struct Template: Hashable, Sendable {
  private enum Part: Hashable, Sendable {
    case text(String)
    case placeholder(String)
  }

  private let parts: [Part]

  /// Splits a text at its placeholders; a brace without its partner is text.
  init(_ text: String) {
    var parts: [Part] = []
    var rest = text[...]
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      if open > rest.startIndex { parts.append(.text(String(rest[..<open]))) }
      parts.append(.placeholder(String(rest[rest.index(after: open)..<close])))
      rest = rest[rest.index(after: close)...]
    }
    if !rest.isEmpty { parts.append(.text(String(rest))) }
    self.parts = parts
  }

  /// Whether a placeholder occurs.
  func uses(_ name: String) -> Bool { parts.contains(.placeholder(name)) }

  /// The pieces with their values filled in; those from placeholders say from which. Unknown placeholders stay as they
  /// were written.
  func filled(_ value: (String) -> String?) -> [(text: String, placeholder: String?)] {
    parts.map { part in
      switch part {
      case .text(let text): (text, nil)
      case .placeholder(let name): (value(name) ?? "{\(name)}", name)
      }
    }
  }
}
