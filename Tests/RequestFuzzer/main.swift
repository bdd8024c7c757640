import JSONModel
import RequestFuzzing
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

// request-fuzzer DIRECTORY SEED SECONDS [REQUESTS]
// request-fuzzer DIRECTORY --replay JOURNAL
//
// The journal, DIRECTORY/round.jsonl, holds the round that is under way: its seed, and each step before it is done. So it
// survives what it tells of.

func tell(_ message: String) {
  let line = message + "\n"
  write(STDERR_FILENO, line, line.utf8.count)
}

func fail(_ message: String) -> Never {
  tell(message)
  exit(64)
}

let arguments = CommandLine.arguments
guard arguments.count >= 4 else {
  fail("usage: request-fuzzer DIRECTORY SEED SECONDS [REQUESTS] | DIRECTORY --replay JOURNAL")
}
let directory = arguments[1]
let dataDirectory = directory + "/data"
mkdir(directory, 0o755)
mkdir(dataDirectory, 0o755)

/// The processor time of this process, in seconds.
func cpuSeconds() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

/// Since when, in processor time, the step has been under way.
let stepStart = Mutex(0.0)
/// A step that computes for longer hangs.
let stepLimit = 60.0

func watch() {
  #if canImport(Darwin)
    var thread: pthread_t?
  #else
    var thread = pthread_t()
  #endif
  pthread_create(&thread, nil, { _ in watching() }, nil)
}

func watching() -> UnsafeMutableRawPointer? {
  while true {
    // Looks at a clock, which is what it is for.
    sleep(1)
    if cpuSeconds() - stepStart.withLock({ $0 }) > stepLimit {
      tell("a step takes longer than \(stepLimit) s of processor time; it is the last line of round.jsonl")
      _exit(3)
    }
  }
}
watch()

if arguments[2] == "--replay" {
  guard let file = fopen(arguments[3], "r") else { fail("there is no journal \(arguments[3])") }
  var lines: [JSON] = []
  var line: UnsafeMutablePointer<CChar>?
  var capacity = 0
  while getline(&line, &capacity, file) > 0 {
    if let line, let json = try? JSON(parsing: String(cString: line)) { lines.append(json) }
  }
  let seed = lines.first?["seed"]?.stringValue.flatMap { UInt64($0) } ?? 0
  let fuzzer = try RequestFuzzer(directory: dataDirectory) { _, _ in stepStart.withLock { $0 = cpuSeconds() } }
  stepStart.withLock { $0 = cpuSeconds() }
  fuzzer.replay(Array(lines.dropFirst()), seed: seed)
  for finding in fuzzer.findings { print(finding) }
  exit(fuzzer.findings.isEmpty ? 0 : 1)
}

guard let seed = UInt64(arguments[2]), let seconds = Double(arguments[3]) else { fail("SEED and SECONDS are numbers") }
let most = arguments.count > 4 ? Int(arguments[4]) ?? .max : .max

let journal = open(directory + "/round.jsonl", O_WRONLY | O_CREAT | O_TRUNC, 0o644)
guard journal >= 0 else { fail("cannot write \(directory)/round.jsonl") }
var journalSeed: UInt64?
func note(_ json: JSON) {
  var line = json.bytes
  line.append(UInt8(ascii: "\n"))
  write(journal, line, line.count)
}

let fuzzer = try RequestFuzzer(directory: dataDirectory) { seed, step in
  if journalSeed != seed {
    journalSeed = seed
    ftruncate(journal, 0)
    lseek(journal, 0, SEEK_SET)
    note(["seed": .string("\(seed)")])
  }
  note(step)
  stepStart.withLock { $0 = cpuSeconds() }
}

let clock = ContinuousClock()
let end = clock.now + .seconds(seconds)
var round = seed
var told = clock.now
var known = 0
var kinds: Set<String> = []
print("fuzzing from seed \(seed)")
while clock.now < end, fuzzer.steps < most, fuzzer.findings.count < 10_000 {
  fuzzer.run(seed: round)
  round &+= 1
  // One of a kind is enough.
  for finding in fuzzer.findings.dropFirst(known) where kinds.insert(String(finding.reason.prefix(40))).inserted {
    print(finding)
  }
  known = fuzzer.findings.count
  if clock.now - told > .seconds(20) {
    told = clock.now
    print("\(fuzzer.steps) steps, \(fuzzer.successes) answered without an error, \(known) findings")
    fflush(nil)
  }
}
print(
  "\(fuzzer.steps) steps in \(round &- seed) rounds from seed \(seed), \(fuzzer.successes) answered without an error, "
    + "\(fuzzer.findings.count) findings")
exit(fuzzer.findings.isEmpty ? 0 : 1)
