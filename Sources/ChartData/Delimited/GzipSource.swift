import JSONModel

/// What a gzip file holds, also one of several members (RFC 1952, 2.2).
final class GzipSource: ByteSource {
  private let upstream: any ByteSource
  private let name: String
  private let limit: Int
  private let inflater: Inflater
  private var input = [UInt8](repeating: 0, count: 1 << 16)
  /// What of the input is not used yet.
  private var unread = 0..<0
  private var isBetweenMembers = true
  private var total = 0

  /// - Parameters:
  ///   - name: How the spec names the file, for errors.
  ///   - limit: The most bytes to unpack: a small file can hold very many.
  /// - Throws: ``InvalidValue`` without a path if zlib is missing.
  init(_ upstream: any ByteSource, named name: String, limit: Int) throws(InvalidValue) {
    self.upstream = upstream
    self.name = name
    self.limit = limit
    guard let inflater = Inflater() else {
      throw InvalidValue(
        "'\(name)' is packed by gzip, and zlib, which unpacks it, is not installed: "
          + "`apt install zlib1g`, `brew install zlib`, or unpack the file with `gunzip`")
    }
    self.inflater = inflater
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(InvalidValue) -> Int {
    while true {
      if unread.isEmpty { try refill() }
      if unread.isEmpty {
        guard isBetweenMembers else { throw InvalidValue("'\(name)' is packed by gzip, and ends too early") }
        return 0
      }
      if isBetweenMembers {
        // Some writers fill the last block with zeros.
        if total > 0, input[unread.lowerBound] == 0 {
          unread = unread.lowerBound + 1..<unread.upperBound
          continue
        }
        guard inflater.reset() else { throw broken }
        isBetweenMembers = false
      }
      let step = input.withUnsafeBytes { inflater.inflate(UnsafeRawBufferPointer(rebasing: $0[unread]), into: buffer) }
      guard let step else { throw broken }
      unread = unread.lowerBound + step.used..<unread.upperBound
      if step.isEnd { isBetweenMembers = true }
      total += step.made
      guard total <= limit else {
        throw InvalidValue("'\(name)' has more than the \(limit) bytes that are read, once it is unpacked")
      }
      if step.made > 0 { return step.made }
    }
  }

  private func refill() throws(InvalidValue) {
    let count = try input.withUnsafeMutableBufferPointer { bytes throws(InvalidValue) in
      try upstream.fill(UnsafeMutableRawBufferPointer(bytes))
    }
    unread = 0..<count
  }

  private var broken: InvalidValue { InvalidValue("'\(name)' is packed by gzip, and damaged") }
}
