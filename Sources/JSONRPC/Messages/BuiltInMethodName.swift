/// The names of the methods that belong to the protocol rather than to a service.
enum BuiltInMethodName {
  static let discover = "rpc.discover"
  static let cancel = "$/cancelRequest"
  static let shutdown = "shutdown"
  static let exit = "exit"
}
