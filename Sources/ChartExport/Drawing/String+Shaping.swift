extension String {
  /// Whether letters have to be joined, put over one another or in another order for it to be read: of Hebrew and Arabic, of
  /// the scripts of India and the south-east of Asia, and of marks that combine with the letter before them.
  var needsShaping: Bool {
    // All of Latin, Greek and Cyrillic comes before, in one or two bytes.
    guard utf8.contains(where: { $0 >= 0xCC }) else { return false }
    return unicodeScalars.contains { scalar in
      scalar.value >= 0x300 && shapedScripts.contains { $0.contains(scalar.value) }
    }
  }
}

/// The blocks of Unicode whose scalars are not set side by side, in order.
private let shapedScripts: [ClosedRange<UInt32>] = [
  0x0300...0x036F,  // combining marks
  0x0590...0x11FF,  // Hebrew, Arabic, Syriac, Thaana, … India's, Thai, Lao, Tibetan, Myanmar, Georgian, jamo
  0x1700...0x18AF,  // of the Philippines, Khmer, Mongolian
  0x1900...0x1CFF,  // Limbu … Vedic
  0x1DC0...0x1DFF,  // combining marks
  0x200C...0x200F, 0x202A...0x202E, 0x2066...0x2069,  // joiners, and what says in which direction letters run
  0x20D0...0x20FF,  // combining marks
  0xA800...0xABFF,  // Syloti Nagri … Meetei Mayek
  0xFB1D...0xFDFF, 0xFE20...0xFE2F, 0xFE70...0xFEFC,  // forms of Hebrew and Arabic, half marks
  0x10800...0x11FFF,  // scripts from right to left, Brahmi and its kin
  0x1E800...0x1EFFF,  // Mende, Adlam, Arabic of mathematics
]
