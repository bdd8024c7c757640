import ChartEngine
import JSONModel
import Journal
import POSIX

// What is made ready before the turn is taken, so that nobody waits for it.
extension ServiceStore {
  /// Writes the contents of a change, and the texts of its parts.
  /// - Parameter prepared: Gets what is ready. What was written for it is to be removed in the end, unless it has got its name.
  func prepare(
    _ material: ChangeMaterial, of session: String, _ prepared: inout PreparedChange
  ) throws(StoreFault) {
    if let request = material.request { prepared.request = try part(request.params.bytes, of: session, &prepared) }
    if let state = material.state {
      prepared.state = try part(ChartState.schema.encode(state).bytes, of: session, &prepared)
    }
    if let document = material.document { prepared.document = try part(document.bytes, of: session, &prepared) }
    guard let source = material.source else { return }
    let (isKnown, isGrown) = inTurn { state in
      let ids = state.journals[session]?.ids
      return (ids?[source.number] != nil, material.growth.map { ids?[$0.from.number] != nil } ?? false)
    }
    if isKnown { return }
    if isGrown, let growth = material.growth {
      prepared.growth = try part(growth.params.bytes, of: session, &prepared)
      for buffer in growth.buffers { prepared.growthBuffers.append(try content(buffer, of: session, &prepared)) }
    } else {
      let stored = try StoredSource(source) { bytes throws(StoreFault) in
        try content(bytes, of: session, &prepared)
      }
      prepared.source = try part(StoredSource.schema.encode(stored).bytes, of: session, &prepared)
    }
  }

  /// A part of a record: what is long is a content.
  func part(
    _ text: [UInt8], of session: String, _ prepared: inout PreparedChange
  ) throws(StoreFault) -> RecordPart {
    text.count <= RecordPart.inlineLimit ? .text(text) : .content(try content(text, of: session, &prepared))
  }

  /// Writes a content, unless it is there.
  func content(
    _ bytes: [UInt8], of session: String, _ prepared: inout PreparedChange
  ) throws(StoreFault) -> ContentDigest {
    let digest = ContentDigest(of: bytes)
    prepared.named.append(digest)
    if prepared.contents.contains(where: { $0.digest == digest }) { return digest }
    let place: (temporary: String, isTaken: Bool)? = try inTurn { state throws(StoreFault) in
      let journal = state.journals[session]
      let isThere = journal?.has(digest, forSnapshot: prepared.isSnapshot) ?? false
      if isThere { return nil }
      // A snapshot takes more for a moment, and less when it is there.
      let others = prepared.contents.reduce(state.byteCount) { $0 + $1.byteCount }
      if !prepared.isSnapshot, journal?.contents[digest] == nil, others + bytes.count > options.byteLimit {
        throw StoreFault.overLimit(options, taken: state.byteCount)
      }
      state.lastTemporary += 1
      let isTaken = journal.map { disk.isThere($0.path(of: digest)) } ?? false
      return ("\(incomingDirectory)/\(state.lastTemporary)", isTaken)
    }
    guard let (temporary, isTaken) = place else { return digest }
    // Before it gets its name, if it may take the place of one that is on the disk and needed.
    let isSynced = options.durability == .disk || isTaken
    try naming(temporary) { () throws(POSIXError) in
      do throws(POSIXError) {
        let file = try disk.create(temporary)
        try file.write(bytes, at: 0)
        if isSynced { try file.sync() }
      } catch {
        try? disk.remove(temporary)
        throw error
      }
    }
    prepared.contents.append(
      PreparedChange.Content(digest: digest, temporary: temporary, byteCount: bytes.count, isSynced: isSynced))
    return digest
  }
}
