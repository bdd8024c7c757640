/// The two sockets that requests come from.
enum RequestOrigin: String, Hashable, Sendable {
  case shell, control
}
