/// Why a kernelspec cannot be written or removed, and what to do.
struct KernelspecError: Error, CustomStringConvertible {
  let description: String
}
