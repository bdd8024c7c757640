@testable import Databases
import OrderedCollections
import Testing

@Suite("Connections as they are described") struct ConnectionTests {
  private func parse(_ text: String) throws -> [ConnectionSettings] { try ConnectionFile.parse(text, named: "file") }

  @Test("What stands in a file becomes settings, and an address gives up its password")
  func settings() throws {
    let all = try parse(
      """
      [a]
      engine = "postgresql"
      host = "h"
      port = 5433
      database = "d"
      user = "u"
      password_command = ["pass", "show", "x"]
      statement_timeout = 2.5
      functions = ["PG_Sleep"]
      options = {sslmode = "require"}
      [b]
      url = "postgresql://me:p%40ss:w@rd@h:1/d?sslmode=disable"
      """)
    let (first, second) = (all[0], all[1])
    #expect(first.parameters == ["sslmode": "require", "host": "h", "port": "5433", "dbname": "d", "user": "u"])
    #expect(
      first.password == .command(["pass", "show", "x"]) && first.limits.time == .seconds(2.5)
        && first.functions == ["pg_sleep"])
    #expect(first.place == "u@h:5433/d" && first.origin == "file")
    #expect(second.url == "postgresql://me@h:1/d?sslmode=disable" && second.password == .text(Secret("p@ss:w@rd")))
    #expect(second.place == second.url)
  }

  @Test("A secret is written nowhere, however it is written")
  func secret() {
    let secret = Secret("planted")
    var dumped = ""
    dump(secret, to: &dumped)
    dump(PasswordSource.text(secret), to: &dumped)
    for text in ["\(secret)", String(reflecting: secret), String(describing: Optional(secret)), dumped] {
      #expect(!text.contains("planted"))
    }
    #expect(secret.removed(from: "the password planted is wrong") == "the password ••• is wrong")
    #expect(secret.reveal { $0 } == "planted")
  }

  @Test(
    "The services of PostgreSQL's file",
    arguments: [("[a]\nhost=x\n# [b]\n[c d]\n", ["a", "c d"]), ("", []), ("[", []), ("[]", [])])
  func services(_ text: String, _ names: [String]) { #expect(ServiceFile.names(in: text) == names) }

  @Test("A text in an address is the same once it is read again")
  func percentEncoding() {
    for text in ["", "a b", "é%", "@:/?#&=", "\u{0}\n"] {
      #expect(PercentEncoding.decoded(PercentEncoding.encoded(text)[...]) == text)
    }
    #expect(
      PercentEncoding.encoded("aZ9-_.@é") == "aZ9-_.%40%C3%A9" && PercentEncoding.decoded("%4") == "%4"
        && PercentEncoding.decoded("%zz") == "%zz")
  }

  @Test(
    "Times of less than a second are as long as they say",
    arguments: [(0.5, 500), (2.25, 2_250), (0.0001, 0), (86_400, 86_400_000)])
  func times(_ seconds: Double, _ milliseconds: Int64) {
    #expect(Duration.seconds(seconds).milliseconds == milliseconds)
  }
}
