import RequestFuzzing
import ServiceTestSupport
import TestSupport
import Testing

@Suite("Whatever is sent is answered rightly, and changes nothing that it shouldn't")
struct RequestFuzzTests {
  @Test(
    "Requests, batches, cells and mangled bytes made from the declared schemas", .timeLimit(.minutes(15)),
    arguments: 1...4)
  func rounds(part: Int) throws {
    let directory = try TemporaryDirectory()
    let fuzzer = try RequestFuzzer(directory: directory.path)
    for round in sample(0..<6) { fuzzer.run(seed: UInt64(part * 1_000 + round)) }
    #expect(fuzzer.findings.isEmpty, "\(fuzzer.findings.map(\.description).joined(separator: "\n"))")
    #expect(fuzzer.successes > fuzzer.steps / 10)
  }
}
