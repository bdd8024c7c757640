/// The pieces in which a disk takes what is written: each gets there before the power goes, or not.
package enum Sectors {
  /// The least that a disk writes at once.
  package static let byteCount = 512

  /// Whether a piece of a file has only zeros in one of the sectors over which it extends, as far as it does: what is written
  /// behind a file's end and does not get there leaves zeros, if something behind it does.
  package static func areMissing(in piece: ArraySlice<UInt8>) -> Bool {
    var start = piece.startIndex
    while start < piece.endIndex {
      let end = min(piece.endIndex, start - start % byteCount + byteCount)
      if piece[start..<end].allSatisfy({ $0 == 0 }) { return true }
      start = end
    }
    return false
  }
}
