import Foundation
import POSIX
import ServiceTestSupport
import Testing

@testable import Journal

@Suite("Locks of directories")
struct LockTests {
  private let directory: TemporaryDirectory
  private let files = SystemFiles()
  private var path: String { directory.path + "/lock" }

  init() throws { directory = try TemporaryDirectory() }

  @Test("One has it, and another one when that has let go of it")
  func exclusive() throws {
    var lock = try files.lock(path)
    #expect(lock != nil && SystemFiles.isLocked(path))
    #expect(try files.lock(path) == nil)
    lock = nil
    #expect(!SystemFiles.isLocked(path))
    #expect(try files.lock(path) != nil)
  }

  @Test("What is not there has nobody")
  func absent() {
    #expect(!SystemFiles.isLocked(path))
  }

  @Test("A file that another one has replaced is not what has the name")
  func replaced() throws {
    let (first, second) = (path + ".1", path + ".2")
    try Data().write(to: URL(filePath: first))
    try Data().write(to: URL(filePath: second))
    let handle = try FileHandle(forReadingFrom: URL(filePath: first))
    #expect(SystemFiles.isFile(handle.fileDescriptor, at: first))
    try files.rename(second, to: first)
    #expect(!SystemFiles.isFile(handle.fileDescriptor, at: first))
    try files.remove(first)
    #expect(!SystemFiles.isFile(handle.fileDescriptor, at: first))
  }

  @Test("Who waits for a lock that is removed meanwhile gets the one that others find")
  func removed() throws {
    let (files, path) = (files, path)
    for _ in 0..<20 {
      var first = try files.lock(path)
      #expect(first != nil)
      let begins = DispatchSemaphore(value: 0)
      let waiting = BlockingThread {
        begins.signal()
        // Whichever file it is of, while it has it nobody else does.
        let lock = try? files.lock(path)
        withExtendedLifetime(lock) { #expect(lock != nil && SystemFiles.isLocked(path)) }
      }
      begins.wait()
      try files.remove(path)
      first = nil
      #expect(waiting != nil)
      waiting?.join()
    }
  }
}
