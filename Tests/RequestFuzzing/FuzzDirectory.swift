import POSIX

/// Where the data files of a round are.
struct FuzzDirectory {
  let path: String

  func write(_ files: [(name: String, text: String)]) {
    for (name, text) in files {
      guard let file = fopen(path + "/" + name, "w") else { continue }
      let bytes = Array(text.utf8)
      fwrite(bytes, 1, bytes.count, file)
      fclose(file)
    }
  }
}
