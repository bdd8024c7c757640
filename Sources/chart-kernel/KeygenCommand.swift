import ArgumentParser
import ZeroMQ

struct KeygenCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "keygen", abstract: "Makes a pair of CURVE keys, for a server or for a client.",
    discussion: """
      A server takes its secret key by --curve-secret-key-file and prints its public one; clients that it is to know by their \
      keys have their public ones in the file that it takes by --curve-client-keys-file, one a line: cat alice.public >> \
      clients. A client gives its secret key by --curve-secret-key-file, too. Secret keys stay where they were made.
      """)

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "Writes PREFIX.secret, which only you can read, and PREFIX.public. Without it both keys are printed.",
      discussion: "Files that are there already are left as they are.", valueName: "prefix"))
  var output: String?

  func run() throws {
    try ProgramFault.telling {
      let keys: CurveKeyPair
      do throws(ZeroMQError) {
        keys = try .generate()
      } catch {
        throw ProgramFault("keygen", "\(error)")
      }
      if let output { try CurveKeyFile.write(keys, output) }
      print("public key: \(keys.publicKey.z85)")
      if output == nil { print("secret key: \(keys.secretKey.z85)") }
    }
  }
}
