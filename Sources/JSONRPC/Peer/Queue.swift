/// A first-in, first-out line of values in one array: taking the first costs O(1), spread over all.
///
/// Unlike a `Deque` it gives its room back when it is empty: each client has several, and any of them may flood one.
struct Queue<Element>: Sequence {
  /// So many places are no burden.
  private static var spareCapacity: Int { 128 }

  private var elements: [Element?] = []
  private var head = 0

  var count: Int { elements.count - head }
  var isEmpty: Bool { count == 0 }

  var first: Element? { head < elements.count ? elements[head] : nil }

  mutating func append(_ element: Element) { elements.append(element) }

  mutating func popFirst() -> Element? {
    guard head < elements.count else { return nil }
    let element = elements[head]
    elements[head] = nil
    head += 1
    if head == elements.count {
      elements.removeAll(keepingCapacity: elements.capacity <= Self.spareCapacity)
      head = 0
    } else if head >= 64, head * 2 >= elements.count {
      elements.removeFirst(head)
      head = 0
    }
    return element
  }

  /// Takes out what satisfies the condition and returns it in order.
  /// - Complexity: O(*n*)
  mutating func removeAll(where isRemoved: (Element) -> Bool) -> [Element] {
    let removed = filter(isRemoved)
    guard !removed.isEmpty else { return [] }
    // Not by `compactMap`, whose closure gives optional elements here: what is removed would stay, as an end before the end.
    elements = filter { !isRemoved($0) }
    head = 0
    return removed
  }

  func makeIterator() -> some IteratorProtocol<Element> { elements[head...].lazy.compactMap { $0 }.makeIterator() }
}

extension Queue: Sendable where Element: Sendable {}
