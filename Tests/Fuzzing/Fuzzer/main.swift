import CLibFuzzer

// fuzzer --target=NAME [libFuzzer's arguments: -max_total_time=600 CORPUS, or a file to try again]
//
// fuzzer --target=NAME --seeds=DIRECTORY
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

// --seeds=DIRECTORY writes what the target begins with, and ends.
if let directory = CommandLine.arguments.first(where: { $0.hasPrefix("--seeds=") })?.dropFirst(8) {
  guard let seeds = chosen.seeds else {
    tell("the inputs of \(chosen.name) are texts that are written by hand")
    exit(64)
  }
  do {
    for (name, bytes) in try seeds() {
      guard writeFile("\(directory)/\(name)", bytes) else {
        tell("\(directory)/\(name) cannot be written")
        exit(73)
      }
    }
    exit(0)
  } catch {
    tell("the inputs cannot be made: \(error)")
    exit(70)
  }
}

var count = CommandLine.argc
var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
exit(
  LLVMFuzzerRunDriver(&count, &arguments) { data, size in
    chosen.run(Array(UnsafeBufferPointer(start: data, count: size)))
    return 0
  })

/// Writes a file in the place of the one that is there.
func writeFile(_ path: String, _ bytes: [UInt8]) -> Bool {
  let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
  guard descriptor >= 0 else { return false }
  defer { close(descriptor) }
  return write(descriptor, bytes, bytes.count) == bytes.count
}
