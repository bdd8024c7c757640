package import CellModel

/// What keeps cells and their outputs.
package protocol CellRecorder: Sendable {
  /// Does something while nothing else is done that is recorded.
  func serially<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result

  /// Notes a cell that begins.
  /// - Returns: Its number.
  func begin(_ code: String, in session: String) -> Int

  func note(_ output: CellOutput, of cell: Int)

  /// - Parameter error: Why the cell failed; `nil` if it did not.
  func end(_ cell: Int, with error: CellError?)
}
