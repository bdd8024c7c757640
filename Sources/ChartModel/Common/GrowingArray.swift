import Synchronization

/// An array whose copies share their memory even while they grow: what is appended to one goes behind what all others see.
///
/// It is the storage of everything that `chart/append` makes longer: columns of specs and of what requests bring, the
/// engine's columns with their summaries, the lists of a spec's JSON. A chart, the steps of its history and the pictures
/// that are being drawn each see their own part of one piece of memory, so that a point more costs the same be there ten
/// of them or ten million. Nothing that anybody sees ever changes; dropping the first elements moves only where a copy
/// begins.
///
/// The memory is left, and what is seen copied, when it is full, or when another copy has appended already, as happens
/// after an undo: both once, not for each element.
public struct GrowingArray<Element: Sendable>: Sendable {
  /// One piece of memory, written from the beginning to the end.
  ///
  /// `@unchecked Sendable`: elements, once written, never change, and each place is written by the only one who claimed it
  /// (`claimed` is atomic), before anybody else can know of it: who sees it has got the array from the one that wrote it.
  /// Those that were borrowed are never written here, and live as long as their owner; where another process may change
  /// them (`mayChange`) they are plain numbers, of which any bits are some.
  @usableFromInline
  final class Storage: @unchecked Sendable {
    @usableFromInline let elements: UnsafeMutablePointer<Element>
    private let capacity: Int
    /// How many elements are written, or about to be.
    private let claimed: Atomic<Int>
    /// Whose memory it is; `nil` for its own.
    private let owner: (any Sendable & AnyObject)?
    /// Whether the elements can become others, since they are others'.
    let mayChange: Bool

    init(capacity: Int) {
      self.capacity = capacity
      elements = .allocate(capacity: capacity)
      claimed = Atomic(0)
      (owner, mayChange) = (nil, false)
    }

    /// There is no room behind them, so that nothing is ever written there.
    init(borrowing elements: UnsafeBufferPointer<Element>, from owner: any Sendable & AnyObject, mayChange: Bool) {
      // Of none there is no address, which is never looked at.
      self.elements = UnsafeMutablePointer(mutating: elements.baseAddress) ?? .allocate(capacity: 0)
      capacity = elements.count
      claimed = Atomic(elements.count)
      (self.owner, self.mayChange) = (owner, mayChange)
    }

    deinit {
      guard owner == nil else { return }
      elements.deinitialize(count: claimed.load(ordering: .acquiring))
      elements.deallocate()
    }

    /// Whether so many elements can be written behind the first `end`, as far as is known now.
    func hasRoom(for count: Int, at end: Int) -> Bool {
      count <= capacity - end && claimed.load(ordering: .relaxed) == end
    }

    /// Room for elements behind the first `end`, which whoever asked for it must initialize; `nil` if somebody has written
    /// there already, or there is too little.
    func claim(_ count: Int, at end: Int) -> UnsafeMutableBufferPointer<Element>? {
      guard count <= capacity - end,
        claimed.compareExchange(expected: end, desired: end + count, ordering: .acquiringAndReleasing).exchanged
      else { return nil }
      return UnsafeMutableBufferPointer(start: elements + end, count: count)
    }
  }

  @usableFromInline var storage: Storage
  /// Where in the storage the elements are.
  @usableFromInline var bounds: Range<Int>

  public init() { self.init([]) }

  /// - Complexity: O(*n*)
  public init(_ elements: [Element]) {
    storage = Storage(capacity: elements.count)
    bounds = 0..<elements.count
    _ = storage.claim(elements.count, at: 0)?.initialize(from: elements)
  }

  /// How many elements lie in front of the first one that is seen.
  @inlinable public var offset: Int { bounds.lowerBound }

  /// Whether both see the same elements of the same memory.
  public func isIdentical(to other: GrowingArray) -> Bool { storage === other.storage && bounds == other.bounds }

  /// Whether both see elements of the same memory, which then is kept once.
  public func sharesMemory(with other: GrowingArray) -> Bool { storage === other.storage }

  /// The memory of its elements: the same for two that share it, as long as one of them lives.
  public var memory: ObjectIdentifier { ObjectIdentifier(storage) }

  /// The elements at some indices, counted from 0 and in the same memory; those that aren't there are left out.
  public func part(_ range: Range<Int>) -> GrowingArray {
    let range = range.clamped(to: 0..<count)
    var part = self
    part.bounds = bounds.lowerBound + range.lowerBound..<bounds.lowerBound + range.upperBound
    return part
  }

  /// Whether so many elements can be added without copying those that are there. Where several grow the same memory, the
  /// others may be faster.
  public func hasRoom(for count: Int) -> Bool { storage.hasRoom(for: count, at: bounds.upperBound) }

  /// Takes away the first elements, as many as there are.
  public mutating func drop(first count: Int) {
    bounds = Swift.min(bounds.lowerBound + Swift.max(count, 0), bounds.upperBound)..<bounds.upperBound
  }

  /// Adds elements at the end.
  /// - Complexity: O(*k*) in the number of new elements, amortised; O(*n*) if another copy has appended before.
  public mutating func append(contentsOf new: [Element]) { append(count: new.count) { _ = $0.initialize(from: new) } }

  /// Adds elements that are made where they will lie.
  /// - Parameter initialize: Must initialize all of the memory that it gets.
  /// - Complexity: As of ``append(contentsOf:)``.
  public mutating func append(count new: Int, initializedBy initialize: (UnsafeMutableBufferPointer<Element>) -> Void) {
    guard new > 0 else { return }
    if let room = storage.claim(new, at: bounds.upperBound) {
      initialize(room)
      bounds = bounds.lowerBound..<bounds.upperBound + new
      return
    }
    let count = self.count
    // Half as much again, so that each element is moved three times at most; the first ones may stay the only ones.
    let larger = Storage(capacity: count == 0 ? new : count + new + (count + new) / 2)
    withUnsafeBufferPointer { _ = larger.claim(count, at: 0)?.initialize(from: $0) }
    if let room = larger.claim(new, at: count) { initialize(room) }
    (storage, bounds) = (larger, 0..<count + new)
  }

  public mutating func append(_ element: Element) { append(contentsOf: [element]) }

  /// The elements as bare memory.
  @inlinable
  public func withUnsafeBufferPointer<Result>(_ body: (UnsafeBufferPointer<Element>) throws -> Result) rethrows
    -> Result
  {
    defer { withExtendedLifetime(storage) {} }
    return try body(UnsafeBufferPointer(start: storage.elements + bounds.lowerBound, count: bounds.count))
  }

  /// The elements with those in front of them that were dropped, ``offset`` of them.
  @inlinable
  public func withStorage<Result>(_ body: (UnsafeBufferPointer<Element>) throws -> Result) rethrows -> Result {
    defer { withExtendedLifetime(storage) {} }
    return try body(UnsafeBufferPointer(start: storage.elements, count: bounds.upperBound))
  }
}

// MARK: - A collection

extension GrowingArray: RandomAccessCollection {
  @inlinable public var startIndex: Int { 0 }
  @inlinable public var endIndex: Int { bounds.count }

  @inlinable
  public subscript(index: Int) -> Element {
    precondition(index >= 0 && index < bounds.count, "index out of range")
    return withExtendedLifetime(storage) { storage.elements[bounds.lowerBound + index] }
  }

  @inlinable
  public func withContiguousStorageIfAvailable<Result>(
    _ body: (UnsafeBufferPointer<Element>) throws -> Result
  ) rethrows -> Result? {
    try withUnsafeBufferPointer(body)
  }
}

extension GrowingArray: ExpressibleByArrayLiteral {
  public init(arrayLiteral elements: Element...) { self.init(elements) }
}

extension GrowingArray: Equatable where Element: Equatable {
  public static func == (left: GrowingArray, right: GrowingArray) -> Bool {
    left.isIdentical(to: right) || left.elementsEqual(right)
  }
}

extension GrowingArray: Hashable where Element: Hashable {
  public func hash(into hasher: inout Hasher) {
    hasher.combine(count)
    for element in self { hasher.combine(element) }
  }
}

// MARK: - Memory of others

extension GrowingArray where Element: BitwiseCopyable {
  /// Elements that lie in memory of somebody else, without a copy.
  /// - Parameters:
  ///   - owner: Keeps the memory for as long as it lives.
  ///   - mayChange: Whether the elements can become others while they are looked at.
  public init(
    borrowing elements: UnsafeBufferPointer<Element>, from owner: any Sendable & AnyObject, mayChange: Bool
  ) {
    storage = Storage(borrowing: elements, from: owner, mayChange: mayChange)
    bounds = 0..<elements.count
  }

  /// The same elements where they can't become others.
  /// - Complexity: O(*n*) if they can.
  public var settled: GrowingArray { storage.mayChange ? GrowingArray(Array(self)) : self }
}
