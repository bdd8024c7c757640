import ChartData
import ServiceTestSupport
import ChartService
import Foundation
import JSONModel
import Testing

@Suite("A result is written where somebody says, and what is there stays what it is")
struct OutputFileTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func path(_ name: String) -> String { directory.path + "/" + name }
  private func write(_ text: String, to name: String) throws { try OutputFile(path(name)).write(Array(text.utf8)) }
  private func text(of name: String) throws -> String { try String(contentsOfFile: path(name), encoding: .utf8) }

  private func status(of name: String) throws -> stat {
    var status = stat()
    try #require(lstat(path(name), &status) == 0)
    return status
  }

  private func fault(_ name: String) throws -> String {
    let error = #expect(throws: InvalidValue.self) { try write("x", to: name) }
    return try #require(error).reason
  }

  private var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: directory.path).sorted() }
  }

  @Test("A new file is made, an old one is replaced whole and keeps its permissions; nothing else is left")
  func files() throws {
    try write("one", to: "a.svg")
    #expect(try text(of: "a.svg") == "one")
    for mode in [0o600, 0o640, 0o666] as [mode_t] {
      chmod(path("a.svg"), mode)
      let before = try status(of: "a.svg")
      try write("mode \(mode)", to: "a.svg")
      let after = try status(of: "a.svg")
      #expect(after.st_mode & 0o7777 == mode && after.st_uid == before.st_uid && after.st_gid == before.st_gid)
      #expect(after.st_ino != before.st_ino)
      #expect(try text(of: "a.svg") == "mode \(mode)")
    }
    #expect(try names == ["a.svg"])
  }

  @Test("A link is followed: to a file, to what is not there yet, and through another link")
  func links() throws {
    try write("old", to: "a.svg")
    chmod(path("a.svg"), 0o600)
    for (link, target) in [("b", "a.svg"), ("c", "b"), ("d", "new.svg")] {
      try #require(symlink(target, path(link)) == 0)
      try write(link, to: link)
      #expect(try status(of: link).st_mode & S_IFMT == S_IFLNK)
    }
    #expect(try text(of: "a.svg") == "c" && text(of: "new.svg") == "d")
    #expect(try status(of: "a.svg").st_mode & 0o777 == 0o600)
    #expect(try names == ["a.svg", "b", "c", "d", "new.svg"])
  }

  @Test("A file with several names goes on having them")
  func hardLinks() throws {
    try write("a text that is longer", to: "a.svg")
    try #require(link(path("a.svg"), path("b.svg")) == 0)
    try write("new", to: "b.svg")
    #expect(try text(of: "a.svg") == "new")
    #expect(try status(of: "a.svg").st_ino == status(of: "b.svg").st_ino)
  }

  @Test("A FIFO is written into and stays one")
  func fifo() throws {
    try #require(mkfifo(path("pipe"), 0o600) == 0)
    let reader = open(path("pipe"), O_RDONLY | O_NONBLOCK)
    defer { close(reader) }
    try write("through", to: "pipe")
    var bytes = [UInt8](repeating: 0, count: 100)
    let count = read(reader, &bytes, bytes.count)
    #expect(String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self) == "through")
    #expect(try status(of: "pipe").st_mode & S_IFMT == S_IFIFO)
  }

  #if os(Linux)
    @Test("A device stays one", .enabled(if: geteuid() == 0, "machine: only root makes devices"))
    func device() throws {
      // One of the test's own, which takes everything: its numbers are those of the one that all have.
      try #require(mknod(path("null"), S_IFCHR | 0o600, 0x103) == 0)
      do {
        try write("gone", to: "null")
      } catch {
        // Where devices may not be used, it is told, and nothing is put in its place.
        #expect(error.localizedDescription != "")
      }
      #expect(try status(of: "null").st_mode & S_IFMT == S_IFCHR)
      #expect(try names == ["null"])
    }
  #endif

  @Test("A name may be as long as the system allows, whatever its letters", arguments: ["a", "é", "食", "👨‍👩‍👧"])
  func longNames(letter: String) throws {
    let name = String(repeating: letter, count: 251 / letter.utf8.count) + ".svg"
    for content in ["one", "two"] {
      try write(content, to: name)
      #expect(try text(of: name) == content)
      try DataSource(allowedDirectories: [directory.path]).write(Array((content + "!").utf8), to: path(name))
      #expect(try text(of: name) == content + "!")
    }
    #expect(try names.count == 1)
  }

  @Test("A request's result replaces a link, which it does not follow, and keeps a file's permissions")
  func ownLinks() throws {
    let source = DataSource(allowedDirectories: [directory.path])
    try write("old", to: "a.json")
    chmod(path("a.json"), 0o640)
    try #require(symlink("a.json", path("b.json")) == 0)
    try source.write(Array("new".utf8), to: path("b.json"))
    #expect(try status(of: "b.json").st_mode & S_IFMT == S_IFREG && text(of: "b.json") == "new")
    #expect(try text(of: "a.json") == "old")
    try source.write(Array("newer".utf8), to: path("a.json"))
    #expect(try text(of: "a.json") == "newer" && status(of: "a.json").st_mode & 0o7777 == 0o640)
    mkdir(path("folder"), 0o700)
    #expect(throws: InvalidValue.self) { try source.write([], to: path("folder")) }
    #expect(try names == ["a.json", "b.json", "folder"])
  }

  @Test("A directory, a place that is not there, and names of nothing are refused")
  func faults() throws {
    mkdir(path("folder"), 0o700)
    #expect(try fault("folder") == "is a directory")
    #expect(try fault("none/a.svg").contains("cannot be written: "))
    #expect(try fault("a.svg/").contains("no name"))
    #expect(try fault("a\u{0}.svg").contains("no name"))
    #expect(try names == ["folder"])
  }

  @Test("What a name says of its content")
  func extensions() {
    for (name, kind) in [
      ("a.svg", "svg"), ("a.SVG", "svg"), ("b.c/a", ""), (".svg", ""), ("a.tar.gz", "gz"), ("a.", ""), ("", ""),
      ("-", ""),
      ("/x/y.png", "png"),
    ] {
      #expect(OutputFile(name).pathExtension == kind, "\(name)")
    }
  }
}
