internal import POSIX

/// Gives other threads a moment, where there is nothing to be woken by.
func sleepBriefly(milliseconds: UInt32 = 1) {
  usleep(milliseconds * 1_000)
}
