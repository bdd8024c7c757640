/// One way in for bytes of strangers: what is fed, and what must be so whatever they are.
///
/// A new target is a file with a value of this, and its name in ``all``. Not dying, 10 s for an input and 2 GB of memory are
/// checked for each by libFuzzer; everything else by ``expect(_:_:)``.
struct FuzzTarget: Sendable {
  /// As `make fuzz TARGET=` names it; also its corpus and, if it has one, its dictionary.
  let name: String
  /// Makes the inputs to begin with, each with a name, where they are no texts that could be written by hand.
  let seeds: (@Sendable () throws -> [(name: String, bytes: [UInt8])])?
  let run: @Sendable ([UInt8]) -> Void

  init(
    name: String, seeds: (@Sendable () throws -> [(name: String, bytes: [UInt8])])? = nil,
    run: @escaping @Sendable ([UInt8]) -> Void
  ) {
    (self.name, self.seeds, self.run) = (name, seeds, run)
  }

  static let all: [FuzzTarget] = [json, yaml, csv, wire, router, stdio, path, date, formula, store]
}

/// Ends the process, which libFuzzer tells with the input, where something is not so.
func expect(_ condition: @autoclosure () -> Bool, _ sentence: @autoclosure () -> String) {
  guard !condition() else { return }
  tell("not so: \(sentence())")
  abort()
}

func tell(_ message: String) {
  let line = message + "\n"
  write(STDERR_FILENO, line, line.utf8.count)
}

/// An input whose first bytes are choices, and the rest what is fed.
struct Choices {
  private(set) var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { rest = bytes[...] }

  /// The next byte; 0 if there is none.
  mutating func byte() -> UInt8 { rest.popFirst() ?? 0 }

  /// A number below a bound of at most 256.
  mutating func below(_ bound: Int) -> Int { Int(byte()) % bound }
}

extension Array<UInt8> {
  /// Cut into pieces of lengths that a seed chooses, from 1 to 16 bytes.
  func pieces(_ seed: UInt8) -> [ArraySlice<UInt8>] {
    var pieces: [ArraySlice<UInt8>] = []
    var (start, state) = (0, UInt32(seed) &+ 1)
    while start < count {
      state = state &* 1_664_525 &+ 1_013_904_223
      let end = Swift.min(start + 1 + Int(state >> 28), count)
      pieces.append(self[start..<end])
      start = end
    }
    return pieces
  }
}
