#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The descriptor of memory without a name, which can be sealed: of memfd_create(2), which Swift's modules leave out.
/// - Returns: `nil` where there is no such memory.
public func unnamedMemory() -> Int32? {
  #if os(Linux)
    typealias Create = @convention(c) (UnsafePointer<CChar>, UInt32) -> Int32
    guard let found = dlsym(nil, "memfd_create") else { return nil }
    // MFD_ALLOW_SEALING.
    let number = unsafeBitCast(found, to: Create.self)("test", 2)
    return number >= 0 ? number : nil
  #else
    return nil
  #endif
}
