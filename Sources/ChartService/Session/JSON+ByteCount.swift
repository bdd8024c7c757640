import JSONModel

extension JSON {
  /// Roughly how many bytes it takes to keep.
  /// - Complexity: O(*n*) in the number of values, however long their texts are.
  var keptByteCount: Int {
    switch self {
    case .null, .bool, .integer, .number: MemoryLayout<JSON>.stride
    case .literal(let text), .string(let text): MemoryLayout<JSON>.stride + text.utf8.count
    case .array(let items): items.reduce(MemoryLayout<JSON>.stride) { $0 + $1.keptByteCount }
    case .object(let members):
      members.reduce(MemoryLayout<JSON>.stride) { bytes, member in
        bytes + MemoryLayout<String>.stride + member.key.utf8.count + member.value.keptByteCount
      }
    }
  }
}
