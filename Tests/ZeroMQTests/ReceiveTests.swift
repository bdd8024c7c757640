#if os(Linux)
  import CBoundedReceive
  import Glibc
  import Testing

  @Suite("How much is taken from a socket at once")
  struct ReceiveTests {
    @Test("A share, of however much is there, unless the caller says how it is to be read")
    func share() throws {
      let share = Int(CBOUNDED_RECEIVE_LIMIT)
      var ends: [CInt] = [0, 0]
      try #require(socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0, &ends) == 0)
      defer { ends.forEach { close($0) } }
      var room: CInt = 4 << 20
      setsockopt(ends[0], SOL_SOCKET, SO_SNDBUF, &room, socklen_t(MemoryLayout<CInt>.size))
      let sent = [UInt8](repeating: 1, count: 4 << 20)
      let held = send(ends[0], sent, sent.count, CInt(MSG_DONTWAIT))
      try #require(held > share, "the system holds more of it than a share")

      var taken = [UInt8](repeating: 0, count: sent.count)
      #expect(recv(ends[1], &taken, taken.count, CInt(MSG_PEEK)) == held)
      #expect(recv(ends[1], &taken, 1, 0) == 1)
      try #require(recv(ends[1], &taken, taken.count, 0) == share)
      // What is sent as a whole arrives as a whole however it is read.
      var left = held - 1 - share
      while left > 0 {
        let count = recv(ends[1], &taken, taken.count, 0)
        try #require(count > 0)
        left -= count
      }
      #expect(left == 0)
      #expect(recv(ends[1], &taken, taken.count, CInt(MSG_DONTWAIT)) == -1 && errno == EAGAIN)
      close(ends[0])
      ends.removeFirst()
      #expect(recv(ends[0], &taken, taken.count, 0) == 0, "the end")
    }
  }
#endif
