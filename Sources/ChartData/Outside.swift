package import Databases
package import JSONModel

/// What charts take from the world around the program, besides requests: the tables in files, what databases give, the rules of time
/// zones, the time of day, pictures that libraries draw. Whoever keeps a recording puts itself in between; a replay gives what was recorded.
package protocol Outside: Sendable {
  /// The time, in seconds since 1970.
  func now(_ read: () -> Double) -> Double

  /// The bytes of a time zone's file.
  func zone(_ name: String, _ read: () throws(InvalidValue) -> [UInt8]) throws(InvalidValue) -> [UInt8]

  /// Writes a file.
  func write(_ path: String, _ write: () throws(InvalidValue) -> Void) throws(InvalidValue)

  /// A picture in a format that a library of the system draws, with the system's fonts.
  func picture(_ format: String, _ draw: () throws(InvalidValue) -> DrawnPicture) throws(InvalidValue) -> DrawnPicture

  /// The table in a file.
  func table(
    _ file: String, _ open: () throws(InvalidValue) -> any DataTable
  ) throws(InvalidValue) -> any DataTable

  /// What a database gives.
  func rows(
    _ connection: String, _ read: () throws(InvalidValue) -> ResultTable
  ) throws(InvalidValue) -> ResultTable
}

/// A picture that a library of the system has drawn.
package struct DrawnPicture: Hashable, Sendable {
  package var bytes: [UInt8]
  /// What is not in it as it should be, for want of libraries or fonts.
  package var warnings: [String]

  package init(bytes: [UInt8], warnings: [String] = []) { (self.bytes, self.warnings) = (bytes, warnings) }
}

/// The world as it is.
package struct LiveOutside: Outside {
  package init() {}

  package func now(_ read: () -> Double) -> Double { read() }

  package func zone(_ name: String, _ read: () throws(InvalidValue) -> [UInt8]) throws(InvalidValue) -> [UInt8] {
    try read()
  }

  package func write(_ path: String, _ write: () throws(InvalidValue) -> Void) throws(InvalidValue) { try write() }

  package func picture(
    _ format: String, _ draw: () throws(InvalidValue) -> DrawnPicture
  ) throws(InvalidValue) -> DrawnPicture { try draw() }

  package func table(
    _ file: String, _ open: () throws(InvalidValue) -> any DataTable
  ) throws(InvalidValue) -> any DataTable { try open() }

  package func rows(
    _ connection: String, _ read: () throws(InvalidValue) -> ResultTable
  ) throws(InvalidValue) -> ResultTable { try read() }
}
