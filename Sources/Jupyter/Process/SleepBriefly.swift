#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// Gives other threads a moment, where there is nothing to be woken by.
func sleepBriefly(milliseconds: UInt32 = 1) {
  usleep(milliseconds * 1_000)
}
