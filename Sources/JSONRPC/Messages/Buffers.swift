/// The binary buffers that came with a message.
///
/// They may lie where a transport has received them, and are copied only when somebody asks for one: fifty megabytes take ten
/// milliseconds and as much memory again, also where no method wants them.
public struct Buffers: Sendable {
  /// Bytes of each.
  private let sizes: [Int]
  private let fetch: @Sendable (Int) -> [UInt8]

  /// Bytes of all.
  public let byteCount: Int

  /// - Parameters:
  ///   - sizes: Bytes of each.
  ///   - fetch: Gives one by its number. On any thread, any number of times.
  public init(sizes: [Int], fetch: @escaping @Sendable (Int) -> [UInt8]) {
    self.sizes = sizes
    self.fetch = fetch
    byteCount = sizes.reduce(0, +)
  }

  public init(_ buffers: [[UInt8]] = []) {
    self.init(sizes: buffers.map(\.count)) { buffers[$0] }
  }
}

extension Buffers: RandomAccessCollection {
  public var startIndex: Int { 0 }
  public var endIndex: Int { sizes.count }

  /// - Complexity: O(*n*) in its bytes each time, where it lies elsewhere.
  public subscript(index: Int) -> [UInt8] { fetch(index) }
}

extension Buffers: ExpressibleByArrayLiteral {
  public init(arrayLiteral buffers: [UInt8]...) { self.init(buffers) }
}
