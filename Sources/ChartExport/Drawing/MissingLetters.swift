import Synchronization

/// The letters of a picture that no font of the system has, as they are met while it is drawn: boxes stand in their places.
final class MissingLetters: Sendable {
  private let scalars = Mutex<[Unicode.Scalar]>([])

  /// More need not be counted.
  static let mostNoted = 100

  func note(_ scalar: Unicode.Scalar) {
    scalars.withLock { scalars in
      if scalars.count < MissingLetters.mostNoted, !scalars.contains(scalar) { scalars.append(scalar) }
    }
  }

  /// What is told of them, and what to do; `nil` if there are none.
  var warning: String? {
    let scalars = scalars.withLock(\.self)
    guard !scalars.isEmpty else { return nil }
    let named = scalars.prefix(5).map { "'\(String($0))'" }.joined(separator: ", ")
    let others = scalars.count - min(scalars.count, 5)
    let many = scalars.count < MissingLetters.mostNoted ? "\(others)" : "many"
    var kinds: [FontKind] = []
    for scalar in scalars where !kinds.contains(FontKind(of: scalar)) { kinds.append(FontKind(of: scalar)) }
    let packages = kinds.map(\.package).joined(separator: " ")
    let words = kinds.map(\.words).joined(separator: ", ")
    return """
      no installed font has \(named)\(others > 0 ? " and \(many) more" : "") (\(words)): boxes stand in their places; install \
      a font, as by `apt install \(packages)`, or write SVG or HTML, which are read with the fonts of whoever reads them
      """
  }
}

/// What sort of font has a letter.
private enum FontKind: Hashable {
  case cjk, emoji, other

  init(of scalar: Unicode.Scalar) {
    if scalar.properties.isEmojiPresentation {
      self = .emoji
    } else {
      self = FontKind.cjkBlocks.contains { $0.contains(scalar.value) } ? .cjk : .other
    }
  }

  var words: String {
    switch self {
    case .cjk: "Chinese, Japanese or Korean"
    case .emoji: "emoji"
    case .other: "of another script"
    }
  }

  var package: String {
    switch self {
    case .cjk: "fonts-noto-cjk"
    case .emoji: "fonts-noto-color-emoji"
    case .other: "fonts-noto-core"
    }
  }

  private static let cjkBlocks: [ClosedRange<UInt32>] = [
    0x1100...0x11FF,  // jamo
    0x2E80...0x9FFF,  // radicals, punctuation, kana, bopomofo, ideographs
    0xA960...0xA97F, 0xAC00...0xD7FF,  // hangul
    0xF900...0xFAFF, 0xFE30...0xFE4F, 0xFF00...0xFFEF,  // forms of compatibility, of full and half width
    0x1B000...0x1B16F, 0x20000...0x3FFFF,  // more kana and ideographs
  ]
}
