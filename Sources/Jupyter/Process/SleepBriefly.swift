#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// Gives other threads a moment, where there is nothing to be woken by.
func sleepBriefly() {
  usleep(500)
}
