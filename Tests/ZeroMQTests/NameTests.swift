import Foundation
import Testing
import ZeroMQ

/// In processes of their own, in which no socket was made before.
@Suite(.timeLimit(.minutes(5))) struct NameTests {
  /// The names that the second ROUTER of a process makes up, of which a client has said no name.
  private static func tellNames() throws {
    let context = try Context()
    // As an authenticator has one.
    let first = try Socket(.router, in: context)
    let router = try Socket(.router, in: context)
    try router.bind("inproc://names")
    try withExtendedLifetime(first.lastEndpoint) {
      for _ in 0..<3 {
        let client = try Socket(.dealer, in: context)
        try client.connect("inproc://names")
        try client.send(Message("hello"))
        guard let name = try router.receive(timeout: .seconds(20))?.frames.first else { exit(2) }
        print("name:", name.map { String($0) }.joined(separator: "."))
      }
    }
    fflush(nil)
  }

  private static func names(in output: [UInt8]) -> [Substring] {
    String(decoding: output, as: UTF8.self).split(separator: "\n").filter { $0.hasPrefix("name: 0.") }
  }

  @Test func noTwoProcessesMakeUpTheSameNames() async throws {
    let first = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
      try NameTests.tellNames()
    }
    let second = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
      try NameTests.tellNames()
    }
    let names = NameTests.names(in: try #require(first).standardOutputContent)
    let others = NameTests.names(in: try #require(second).standardOutputContent)
    try #require(names.count == 3 && others.count == 3, "\(names) \(others)")
    #expect(Set(names).isDisjoint(with: others))
  }
}
