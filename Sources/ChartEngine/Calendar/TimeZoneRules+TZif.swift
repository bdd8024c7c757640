extension TimeZoneRules {
  /// A zone from its TZif file (RFC 9636, which is RFC 8536 with corrections), of any version.
  ///
  /// The 64-bit data and the footer of versions 2 and later are used; files of version 1 end with their table. Files with
  /// leap seconds (`right/…`) are refused: their instants are not those of the rest of the world.
  /// - Complexity: O(*n*) in the number of bytes, whatever the file says about itself.
  init(name: String, tzif bytes: [UInt8]) throws(TimeTextError) {
    var file = TZifReader(bytes)
    var header = try file.header()
    var block: TZifReader.Block
    if header.version == 0 {
      block = try file.block(header, wide: false)
    } else {
      // The first block is for readers of version 1.
      try file.skip(header.size(wide: false))
      header = try file.header()
      block = try file.block(header, wide: true)
    }
    let rule = header.version == 0 ? nil : try file.footer()
    let first = block.types.first ?? 0
    guard let rule else {
      let (transitions, offsets) = TimeZoneRules.changes(in: block, first: first)
      self.init(name: name, transitions: transitions, offsets: offsets, future: nil)
      return
    }
    // Without a table the rule holds for all times (RFC 9636, 3.3).
    let start = block.transitions.last?.instant ?? .min
    if let last = block.transitions.indices.last {
      // The rule holds from the last instant on, whatever a file says that contradicts itself.
      block.transitions[last].offset = rule.offset(at: start)
    }
    let before = block.transitions.isEmpty ? rule.standardOffset : first
    let (transitions, offsets) = TimeZoneRules.changes(in: block, first: before)
    self.init(name: name, transitions: transitions, offsets: offsets, future: Future(rule: rule, start: start))
  }

  /// The transitions that change the offset; others change only a name.
  private static func changes(
    in block: TZifReader.Block, first: Int
  ) -> (transitions: [Int], offsets: [Int]) {
    var transitions: [Int] = []
    var offsets = [first]
    for transition in block.transitions where transition.offset != offsets.last {
      transitions.append(transition.instant)
      offsets.append(transition.offset)
    }
    return (transitions, offsets)
  }
}
