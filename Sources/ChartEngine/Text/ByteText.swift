#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A text as its bytes are, in whose order Unicode's scalars are, too. Texts that differ only in how their letters are composed are two,
/// as they are in files and databases; for `String` they are one.
package struct ByteText: Hashable, Comparable {
  private let text: String

  /// - Complexity: O(1) for texts of Swift's own.
  package init(_ text: String) {
    var text = text
    text.makeContiguousUTF8()
    self.text = text
  }

  package static func == (left: ByteText, right: ByteText) -> Bool {
    left.text.utf8.count == right.text.utf8.count && left.compared(with: right) == 0
  }

  package static func < (left: ByteText, right: ByteText) -> Bool { left.compared(with: right) < 0 }

  package func hash(into hasher: inout Hasher) {
    text.utf8.withContiguousStorageIfAvailable { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }

  /// Below 0 where it comes before the other one, 0 where both are the same.
  private func compared(with other: ByteText) -> Int {
    let result = text.utf8.withContiguousStorageIfAvailable { own in
      other.text.utf8.withContiguousStorageIfAvailable { other in
        guard let first = own.baseAddress, let second = other.baseAddress else { return own.count - other.count }
        let order = Int(memcmp(first, second, min(own.count, other.count)))
        return order == 0 ? own.count - other.count : order
      }
    }
    return (result ?? nil) ?? 0
  }
}
