internal import ChartService
internal import JSONRPC
internal import RPCServer

extension ChartService {
  /// Lets programs of the same user hand memory over, and says so to clients.
  /// - Parameters:
  ///   - endpoint: That of the router beside which the socket lies.
  ///   - memory: What the program may have, of which copies take their part.
  /// - Returns: `nil` where that cannot be: then numbers come with the requests.
  func takeMemory(beside endpoint: String, _ memory: MemoryCeiling) -> MemorySocket? {
    let socket = MemorySocket(beside: endpoint, for: sharedMemories) { !memory.isReached(by: $0) }
    if let socket { announce(memorySocket: socket.path) }
    return socket
  }
}
