/// Rows of a part of a frame in the order in which names of a column occur in all of it, with a row that has nothing else for each
/// name that the part lacks: so that all parts have the same names at the same places.
package struct AlignedRows {
  /// -1 for a row that has a name and nothing else.
  package private(set) var rows: [Int32] = []
  /// The code of the name of each.
  private var codes: [Int32] = []
  private let names: [String]

  /// - Parameter column: Of names, in the whole frame.
  package init(_ part: [Int32], by column: NameColumn) {
    self.init(part, by: column, inOrder: column.order)
  }

  /// The rows of a frame in the order of the names of another one, of which it need not have all.
  package init(_ frame: NameColumn, inOrderOf whole: NameColumn) {
    var coder = NameCoder()
    let order = whole.order.map { coder.code(of: whole.names[Int($0)]) }
    let own = NameColumn(
      codes: frame.codes.map { $0 < 0 ? -1 : coder.code(of: frame.names[Int($0)]) }, names: coder.names)
    let known = Int32(order.count)
    let more = own.order.filter { $0 >= known }
    self.init(frame.codes.indices.map { Int32($0) }, by: own, inOrder: order + more)
  }

  /// - Parameter inOrder: The codes of all names that occur.
  private init(_ part: [Int32], by column: NameColumn, inOrder: [Int32]) {
    names = column.names
    var order = [Int32](repeating: -1, count: column.names.count)
    for (place, code) in inOrder.enumerated() { order[Int(code)] = Int32(place) }
    var members = [[Int32]](repeating: [], count: inOrder.count)
    for row in part {
      let code = column.codes[Int(row)]
      if code >= 0 { members[Int(order[Int(code)])].append(row) }
    }
    for (place, code) in inOrder.enumerated() {
      let own = members[place]
      rows += own.isEmpty ? [-1] : own
      codes += [Int32](repeating: code, count: max(own.count, 1))
    }
  }

  /// The names of the rows.
  package var column: FrameColumn { .names(NameColumn(codes: codes, names: names)) }
}

extension NameColumn {
  /// The codes of the names that occur, in the order in which they first do.
  fileprivate var order: [Int32] {
    var isKnown = [Bool](repeating: false, count: names.count)
    var order: [Int32] = []
    for code in codes where code >= 0 && !isKnown[Int(code)] {
      isKnown[Int(code)] = true
      order.append(code)
    }
    return order
  }
}
