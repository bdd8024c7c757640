import ArgumentParser
import POSIX
import ZeroMQ

/// Files with one CURVE key each, as `chart-kernel keygen` writes them.
enum CurveKeyFile {
  private static let sizeLimit = 1 << 16

  /// Reads a secret key, which nobody but its owner may read.
  /// - Throws: `ValidationError`, which doesn't quote the file.
  static func secretKey(_ file: String) throws -> CurveKey {
    if let permissions = POSIXFile.permissions(of: file), permissions & 0o077 != 0 {
      throw ValidationError("\(file) can be read by others than you; run: chmod 600 \(file)")
    }
    let bytes: [UInt8]
    do throws(POSIXError) {
      bytes = try POSIXFile.read(file, limit: sizeLimit)
    } catch {
      throw ValidationError("\(file) cannot be read: \(error)")
    }
    let words = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace)
    return try CurveKey(z85: words.joined(separator: " "))
  }

  /// Writes a new pair into `PREFIX.secret`, which is its owner's alone, and `PREFIX.public`.
  /// - Throws: ``ProgramFault``. What was there is there still: a key that is lost can't be made again.
  static func write(_ keys: CurveKeyPair, _ prefix: String) throws {
    let (secret, shared) = ("\(prefix).secret", "\(prefix).public")
    try create(secret, keys.secretKey, mode: 0o600)
    do {
      try create(shared, keys.publicKey, mode: 0o644)
    } catch {
      // Made just now, by us.
      POSIXFile.remove(secret)
      throw error
    }
  }

  private static func create(_ path: String, _ key: CurveKey, mode: mode_t) throws {
    let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
    guard file >= 0 else {
      let error = POSIXError.last
      throw ProgramFault(
        path, error.number == EEXIST ? "there is a file already; choose another name" : "cannot be written: \(error)")
    }
    let descriptor = FileDescriptor(file)
    defer { descriptor.close() }
    do throws(POSIXError) {
      try descriptor.writeAll(Array((key.z85 + "\n").utf8))
    } catch {
      POSIXFile.remove(path)
      throw ProgramFault(path, "cannot be written: \(error)")
    }
  }
}
