public import CellModel
public import JSONRPC

/// Runs the code of cells: all that the kernel knows of what it is the kernel of.
///
/// The kernel calls ``run(_:cancellation:emit:)``, completion and the like on threads that may be kept waiting: one after
/// another for each shell, and for several shells at the same time (JEP 91).
public protocol Interpreter: Sendable {
  /// Runs the code of a cell.
  ///
  /// - Parameters:
  ///   - cancellation: cancelled by an interrupt; what runs then ends soon with an error.
  ///   - emit: takes each output as it is made, on this thread.
  /// - Throws: ``CellError`` at the first statement that fails.
  func run(
    _ code: String, cancellation: Cancellation, emit: (CellOutput) -> Void
  ) throws(CellError)

  /// The code that answers an expression of `user_expressions`, if that is another than the expression itself.
  func code(of expression: String) -> String

  /// What could stand at the cursor. Offsets count Unicode scalars, from 0.
  func completions(of code: String, at cursor: Int) -> Completions

  /// What is known of what stands at the cursor, or `nil`.
  func inspect(_ code: String, at cursor: Int) -> Inspection?

  /// Whether the code is ready to run, for consoles that ask after each line.
  func completeness(of code: String) -> Completeness

  /// Has a closure called, on any thread, whenever ``nextChange()`` has something after it had nothing. It returns at
  /// once.
  func onChange(_ wake: @escaping @Sendable () -> Void)

  /// The next subject that changed since, as it looks now; `nil` if there is none. Changes of one subject are merged.
  func nextChange() -> DisplayChange?
}

extension Interpreter {
  public func code(of expression: String) -> String { expression }
}

/// A subject that looks different now.
public struct DisplayChange: Sendable {
  public var subject: DisplaySubject
  /// Makes the still of how it looks, which nobody may want where it is shown live; `nil` if it is no more.
  public var still: (@Sendable () -> MIMEBundle)?

  public init(subject: DisplaySubject, still: (@Sendable () -> MIMEBundle)?) {
    self.subject = subject
    self.still = still
  }
}
