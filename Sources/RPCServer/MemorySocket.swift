import JSONModel
import POSIX
public import SharedMemory

/// The socket by which programs of the same user hand memory over: beside that of a router, as a file of its owner alone.
///
/// A client sends a line of JSON and with it a descriptor (SCM_RIGHTS), `{"memory": name}`, and gets a line back, `{"bytes": n}`
/// or `{"error": reason}`. From then on specs may name the memory, until `{"release": name}` or the end of the connection.
/// Instead of a descriptor the line may say where in the client's own memory the bytes are, `{"memory": name, "address": a,
/// "bytes": n}`: then they are copied, if the system lets the program read them.
///
/// Where too many are connected, newcomers are let in for those that hold nothing and have been quiet for longest; these connect
/// again when they need to.
public final class MemorySocket: Sendable {
  /// Where it listens.
  public let path: String
  private let listener: FileDescriptor
  private let waking: (reading: FileDescriptor, writing: FileDescriptor)
  private let memories: SharedMemories
  private let file: SocketFile?

  /// The most clients at once. With what each may have sent they take no more than half of the descriptors: libzmq ends the
  /// process where there is none for a connection.
  private let clientLimit = min(256, FileDescriptor.limit / 4)
  /// The longest line, in bytes.
  private static let lineLimit = 4_096

  /// Listens beside a router, and begins.
  /// - Parameter endpoint: The router's, `ipc://` and a path.
  /// - Returns: `nil` if the path is too long, or the system has no place for it: then nobody hands memory over.
  public init?(beside endpoint: String, for memories: SharedMemories) {
    guard endpoint.hasPrefix("ipc://") else { return nil }
    path = MemorySocket.path(beside: String(endpoint.dropFirst("ipc://".count)))
    guard MemorySocket.isFree(path), let waking = FileDescriptor.pipe() else { return nil }
    self.waking = waking
    self.memories = memories
    guard let listener = UnixSocket.listening(at: path) else {
      waking.reading.close()
      waking.writing.close()
      return nil
    }
    self.listener = listener
    file = SocketFile(endpoint: "ipc://" + path)
    guard BlockingThread({ [self] in serve() }) != nil else {
      close()
      letGo()
      return nil
    }
  }

  /// Where it listens beside the socket of a router.
  static func path(beside socket: String) -> String { socket + ".memory" }

  /// Whether nothing is at a path; what a server has left there that was killed is taken away.
  private static func isFree(_ path: String) -> Bool {
    var status = stat()
    guard lstat(path, &status) == 0 else { return errno == ENOENT }
    return status.st_mode & S_IFMT == S_IFSOCK && !UnixSocket.isListening(at: path) && unlink(path) == 0
  }

  /// Ends it, and takes its file away. Who is copied out of may keep that from coming to an end (userfaultfd(2), for one):
  /// nobody waits for it.
  public func close() {
    file?.remove()
    waking.writing.close()
  }

  private func letGo() {
    listener.close()
    waking.reading.close()
  }

  // MARK: - Clients

  private struct Client {
    let connection: FileDescriptor
    var line: [UInt8] = []
    /// What came with the line that is not whole yet.
    var descriptors: [FileDescriptor] = []
    var names: [String] = []
    /// In which turn it said something last.
    var turn: Int
  }

  private func serve() {
    var clients: [Client] = []
    var turn = 0
    while true {
      let wanted = [waking.reading, listener] + clients.map(\.connection)
      guard let events = FileDescriptor.poll(wanted.map { ($0, FileDescriptor.readable) }, milliseconds: -1) else {
        continue
      }
      if events[0] != 0 { break }
      turn += 1
      // From the last to the first, so that those that go don't move others.
      for index in clients.indices.reversed() where events[2 + index] != 0 {
        clients[index].turn = turn
        if !receive(from: &clients[index]) { end(clients.remove(at: index)) }
      }
      guard events[1] != 0 else { continue }
      if let connection = UnixSocket.accept(on: listener) {
        makeRoom(among: &clients)
        if clients.count < clientLimit {
          clients.append(Client(connection: connection, turn: turn))
        } else {
          refuse(connection)
        }
      } else {
        // Where the system has no descriptor left, whoever waits would be told of again at once.
        usleep(10_000)
      }
    }
    for client in clients { end(client) }
    letGo()
  }

  private func makeRoom(among clients: inout [Client]) {
    guard clients.count >= clientLimit else { return }
    let idle = clients.indices.filter { clients[$0].names.isEmpty }
    if let index = idle.min(by: { clients[$0].turn < clients[$1].turn }) { end(clients.remove(at: index)) }
  }

  private func refuse(_ connection: FileDescriptor) {
    let answer: JSON = ["error": "is one of more than \(clientLimit) clients' that hold some"]
    _ = UnixSocket.send(answer.bytes + [UInt8(ascii: "\n")], to: connection)
    connection.close()
  }

  private func end(_ client: Client) {
    for name in client.names { memories.remove(named: name) }
    for descriptor in client.descriptors { descriptor.close() }
    client.connection.close()
  }

  /// - Returns: Whether the client goes on.
  private func receive(from client: inout Client) -> Bool {
    guard let received = UnixSocket.receive(from: client.connection) else { return false }
    client.line += received.bytes
    client.descriptors += received.descriptors
    guard client.descriptors.count <= 1, client.line.count <= MemorySocket.lineLimit else { return false }
    while let end = client.line.firstIndex(of: UInt8(ascii: "\n")) {
      let line = Array(client.line[..<end])
      client.line.removeSubrange(...end)
      let answer = answer(line, of: &client)
      guard UnixSocket.send(answer.bytes + [UInt8(ascii: "\n")], to: client.connection) else { return false }
    }
    if client.line.isEmpty {
      // What no line has asked for is not the next one's.
      for descriptor in client.descriptors { descriptor.close() }
      client.descriptors = []
    }
    return true
  }

  private func answer(_ line: [UInt8], of client: inout Client) -> JSON {
    guard let request = try? JSON(parsing: line) else { return ["error": "is no line of JSON"] }
    if let name = request["release"]?.stringValue {
      // Only its own.
      guard let index = client.names.firstIndex(of: name) else { return ["error": "was not handed over here"] }
      client.names.remove(at: index)
      memories.remove(named: name)
      return [:]
    }
    guard let name = request["memory"]?.stringValue else {
      return ["error": "names neither memory nor what to release"]
    }
    // Only here: what came with several lines at once belongs to the one that needs it.
    let descriptor = client.descriptors.popLast()
    defer { descriptor?.close() }
    do throws(MemoryFault) {
      let memory = try memory(of: request, descriptor, from: client.connection)
      try memories.add(memory, named: name)
      client.names.append(name)
      return ["bytes": .integer(memory.byteCount)]
    } catch {
      return ["error": .string(error.reason)]
    }
  }

  private func memory(
    of request: JSON, _ descriptor: FileDescriptor?, from connection: FileDescriptor
  ) throws(MemoryFault) -> MappedMemory {
    if let descriptor { return try MappedMemory(descriptor: descriptor.number, checkingRoom: memories.checkRoom) }
    guard let address = request["address"]?.integerValue, let byteCount = request["bytes"]?.integerValue else {
      throw MemoryFault("came without a descriptor, and without `address` and `bytes`")
    }
    guard address >= 0, byteCount >= 0 else { throw MemoryFault("has an address or a size below 0") }
    // Only the client's own, whatever else the program could read.
    guard let process = UnixSocket.process(connectedTo: connection) else {
      throw MemoryFault("cannot be copied: the system does not tell whose it is")
    }
    try memories.checkRoom(for: byteCount)
    let memory = try MappedMemory(copying: byteCount, at: UInt64(address), of: process)
    guard !UnixSocket.hasEnded(theProcessConnectedTo: connection) else {
      throw MemoryFault("cannot be copied: the process that has connected has ended")
    }
    return memory
  }
}
