extension Character {
  /// How many columns it takes where type is of fixed width: that of its first scalar, since what follows joins with it.
  public var columnCount: Int { unicodeScalars.first?.columnCount ?? 0 }
}

extension Unicode.Scalar {
  /// How many columns it takes where type is of fixed width.
  var columnCount: Int {
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: 0
    default: isWide ? 2 : 1
    }
  }

  /// The blocks of Unicode Standard Annex 11 whose characters take two columns.
  private var isWide: Bool {
    switch value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
      0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F680...0x1F6FF, 0x1F900...0x1FAFF, 0x20000...0x3FFFD:
      true
    default: false
    }
  }
}
