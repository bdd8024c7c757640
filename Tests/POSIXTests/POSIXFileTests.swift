import Foundation
import POSIX
import Testing

/// A folder that is gone when nobody needs it any more.
final class Folder: Sendable {
  let path: String

  init() throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "chart-kernel-posix-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    path = try #require(FilePath.resolved(url.path))
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}

@Suite("Files by the system's calls")
struct POSIXFileTests {
  let folder: Folder

  init() throws { folder = try Folder() }

  @Test(
    "A file comes back as it was written, whole or up to a limit", arguments: [0, 1, 65_535, 65_536, 65_537, 300_000])
  func reading(count: Int) throws {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let path = folder.path + "/file"
    try POSIXFile.replace(path, with: bytes, mode: 0o600)
    #expect(try POSIXFile.read(path) == bytes)
    #expect(try POSIXFile.read(path, limit: 70_000) == Array(bytes.prefix(70_000)))
    #expect(try Data(contentsOf: URL(filePath: path)) == Data(bytes))
    #expect(POSIXFile.permissions(of: path) == 0o600)
  }

  @Test("Replacing leaves nothing beside the file, even where it fails")
  func replacing() throws {
    try POSIXFile.replace(folder.path + "/a", with: [1], mode: 0o600)
    try POSIXFile.replace(folder.path + "/a", with: [2], mode: 0o600)
    try POSIXFile.makeDirectory(folder.path + "/taken")
    #expect(throws: POSIX.POSIXError.self) { try POSIXFile.replace(folder.path + "/taken", with: [3], mode: 0o600) }
    #expect(POSIXFile.names(in: folder.path) == ["a", "taken"])
    #expect(try POSIXFile.read(folder.path + "/a") == [2])
  }

  @Test("A file that is not there is told in the system's words")
  func missing() {
    let error = #expect(throws: POSIX.POSIXError.self) { try POSIXFile.read(folder.path + "/none") }
    #expect(error?.description == "No such file or directory")
    #expect(!POSIXFile.exists(folder.path + "/none") && !POSIXFile.isRegular(folder.path))
  }

  @Test("Folders are made with those that they lie in, and removed with all that is in them, but not behind links")
  func folders() throws {
    let kept = folder.path + "/kept"
    try POSIXFile.makeDirectory(kept)
    try POSIXFile.replace(kept + "/file", with: [], mode: 0o600)
    let deep = folder.path + "/a/b/c"
    try POSIXFile.makeDirectory(deep)
    try POSIXFile.makeDirectory(deep)
    try FileManager.default.createSymbolicLink(atPath: deep + "/link", withDestinationPath: kept)
    try POSIXFile.removeTree(folder.path + "/a")
    #expect(POSIXFile.names(in: folder.path) == ["kept"] && POSIXFile.names(in: kept) == ["file"])
    let error = #expect(throws: POSIX.POSIXError.self) { try POSIXFile.makeDirectory(kept + "/file/below") }
    #expect(error?.description == "Not a directory")
  }

  @Test(
    "Paths are made absolute without looking at the disk",
    arguments: [
      ("/a/b", "/a/b"), ("/a/./b/../c/", "/a/c"), ("/../..", "/"), ("x", "/base/x"), ("../x", "/x"), ("", "/base"),
    ])
  func absolute(path: String, expected: String) {
    #expect(FilePath.absolute(path, from: "/base") == expected)
  }

  @Test("The directory of a file is that of its absolute path")
  func directory() {
    #expect(FilePath.directory(of: "/a/b.svg") == "/a" && FilePath.directory(of: "/a") == "/")
    #expect(FilePath.directory(of: "a.svg") == FilePath.currentDirectory)
    #expect(FilePath.currentDirectory == FileManager.default.currentDirectoryPath)
  }
}
