import CLibFuzzer

// fuzzer --target=NAME [libFuzzer's arguments: -max_total_time=600 CORPUS, or a file to try again]
//
// `make fuzz TARGET=NAME` calls it. libFuzzer passes over arguments with two hyphens.

/// The target that the first argument names.
let chosen: FuzzTarget = {
  let prefix = "--target="
  let name = CommandLine.arguments.first { $0.hasPrefix(prefix) }?.dropFirst(prefix.count)
  guard let target = FuzzTarget.all.first(where: { $0.name == name ?? "" }) else {
    tell("expected --target=NAME, one of \(FuzzTarget.all.map(\.name).joined(separator: ", "))")
    exit(64)
  }
  return target
}()

var count = CommandLine.argc
var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
exit(
  LLVMFuzzerRunDriver(&count, &arguments) { data, size in
    chosen.run(Array(UnsafeBufferPointer(start: data, count: size)))
    return 0
  })
