// The switch between mutants, a target of the mutated copy alone (Scripts/mutate). Each of these functions computes what the
// source says, unless the mutant of its number was chosen: MUTANT=17. With COVER=FILE it notes which mutants were reached:
// the 17th byte of the file becomes 1.

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

public enum Mutant {
  static let chosen = getenv("MUTANT").flatMap { Int(String(cString: $0)) } ?? -1

  /// Shared memory, so that what was reached is known after a crash, too. Never unmapped, and written byte by byte.
  nonisolated(unsafe) static let reached: UnsafeMutablePointer<UInt8>? = {
    guard let path = getenv("COVER") else { return nil }
    let file = open(path, O_RDWR)
    guard file >= 0 else { return nil }
    let size = Int(lseek(file, 0, SEEK_END))
    let memory = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0)
    guard memory != MAP_FAILED else { return nil }
    return memory?.assumingMemoryBound(to: UInt8.self)
  }()

  @inline(never)
  public static func on(_ id: Int) -> Bool {
    if let reached { reached[id] = 1 }
    return id == chosen
  }

  // MARK: - Conditions

  public static func not(_ id: Int, _ value: Bool) -> Bool { on(id) ? !value : value }

  public static func and(_ id: Int, _ a: Bool, _ b: @autoclosure () throws -> Bool) rethrows -> Bool {
    on(id) ? try a || b() : try a && b()
  }
  public static func or(_ id: Int, _ a: Bool, _ b: @autoclosure () throws -> Bool) rethrows -> Bool {
    on(id) ? try a && b() : try a || b()
  }

  public static func less<T: Comparable>(_ id: Int, _ a: T, _ b: T) -> Bool { on(id) ? a <= b : a < b }
  public static func lessOrEqual<T: Comparable>(_ id: Int, _ a: T, _ b: T) -> Bool { on(id) ? a < b : a <= b }
  public static func greater<T: Comparable>(_ id: Int, _ a: T, _ b: T) -> Bool { on(id) ? a >= b : a > b }
  public static func greaterOrEqual<T: Comparable>(_ id: Int, _ a: T, _ b: T) -> Bool { on(id) ? a > b : a >= b }

  // MARK: - Constants

  public static func value<T>(_ id: Int, _ value: T, _ other: T) -> T { on(id) ? other : value }
  public static func int(_ id: Int, _ value: Int, _ other: Int) -> Int { on(id) ? other : value }
  public static func double(_ id: Int, _ value: Double, _ other: Double) -> Double { on(id) ? other : value }

  // MARK: - Arithmetic

  public static func positive<T: SignedNumeric>(_ id: Int, _ value: T) -> T { on(id) ? -value : value }

  public static func plus(_ id: Int, _ a: Double, _ b: Double) -> Double { on(id) ? a - b : a + b }
  public static func minus(_ id: Int, _ a: Double, _ b: Double) -> Double { on(id) ? a + b : a - b }
  public static func times(_ id: Int, _ a: Double, _ b: Double) -> Double { on(id) ? a / b : a * b }
  public static func divided(_ id: Int, _ a: Double, _ b: Double) -> Double { on(id) ? a * b : a / b }

  public static func plus<T: FixedWidthInteger>(_ id: Int, _ a: T, _ b: T) -> T { on(id) ? a - b : a + b }
  public static func minus<T: FixedWidthInteger>(_ id: Int, _ a: T, _ b: T) -> T { on(id) ? a + b : a - b }
  public static func times<T: FixedWidthInteger>(_ id: Int, _ a: T, _ b: T) -> T { on(id) ? a / b : a * b }
  public static func divided<T: FixedWidthInteger>(_ id: Int, _ a: T, _ b: T) -> T { on(id) ? a * b : a / b }
  public static func modulo<T: FixedWidthInteger>(_ id: Int, _ a: T, _ b: T) -> T { on(id) ? a / b : a % b }
  public static func wrappingPlus<T: FixedWidthInteger>(_ id: Int, _ a: T, _ b: T) -> T { on(id) ? a &- b : a &+ b }
  public static func wrappingMinus<T: FixedWidthInteger>(_ id: Int, _ a: T, _ b: T) -> T { on(id) ? a &+ b : a &- b }
  public static func bitAnd<T: FixedWidthInteger>(_ id: Int, _ a: T, _ b: T) -> T { on(id) ? a | b : a & b }
  public static func bitOr<T: FixedWidthInteger>(_ id: Int, _ a: T, _ b: T) -> T { on(id) ? a & b : a | b }
  public static func bitXor<T: FixedWidthInteger>(_ id: Int, _ a: T, _ b: T) -> T { on(id) ? a & b : a ^ b }
  public static func shiftLeft<T: FixedWidthInteger>(_ id: Int, _ a: T, _ b: Int) -> T { on(id) ? a >> b : a << b }
  public static func shiftRight<T: FixedWidthInteger>(_ id: Int, _ a: T, _ b: Int) -> T { on(id) ? a << b : a >> b }

  public static func add(_ id: Int, _ a: inout Double, _ b: Double) { if on(id) { a -= b } else { a += b } }
  public static func subtract(_ id: Int, _ a: inout Double, _ b: Double) { if on(id) { a += b } else { a -= b } }
  public static func multiply(_ id: Int, _ a: inout Double, _ b: Double) { if on(id) { a /= b } else { a *= b } }
  public static func divide(_ id: Int, _ a: inout Double, _ b: Double) { if on(id) { a *= b } else { a /= b } }

  public static func add<T: FixedWidthInteger>(_ id: Int, _ a: inout T, _ b: T) { if on(id) { a -= b } else { a += b } }
  public static func subtract<T: FixedWidthInteger>(_ id: Int, _ a: inout T, _ b: T) {
    if on(id) { a += b } else { a -= b }
  }
  public static func multiply<T: FixedWidthInteger>(_ id: Int, _ a: inout T, _ b: T) {
    if on(id) { a /= b } else { a *= b }
  }
  public static func divide<T: FixedWidthInteger>(_ id: Int, _ a: inout T, _ b: T) {
    if on(id) { a *= b } else { a /= b }
  }

  // MARK: - Bounds

  public static func minimum<T: Comparable>(_ id: Int, _ a: T, _ b: T) -> T { on(id) ? Swift.max(a, b) : Swift.min(a, b) }
  public static func maximum<T: Comparable>(_ id: Int, _ a: T, _ b: T) -> T { on(id) ? Swift.min(a, b) : Swift.max(a, b) }

  /// One element less at the end.
  public static func upTo(_ id: Int, _ a: Int, _ b: Int) -> Range<Int> { a..<(on(id) ? Swift.max(a, b - 1) : b) }
  public static func through(_ id: Int, _ a: Int, _ b: Int) -> ClosedRange<Int> {
    a...(on(id) ? Swift.max(a, b - 1) : b)
  }
}
