import ChartModel
import JSONModel

/// A spec whose data may lie outside of its JSON: in a file, in a request's buffers, in what day it is. Specs of other kinds
/// are complete as their authors wrote them.
protocol SourcedSpec: KindSpec {
  var data: DataSpec? { get set }

  /// Reads what the spec names and does not hold.
  /// - Parameter previous: What is kept of a spec that is changed, where it is not read anew.
  /// - Throws: ``InvalidValue`` with the path inside the spec.
  func heldData(
    from reader: SpecReader, _ buffers: RequestBuffers, keeping previous: HeldData
  ) throws(InvalidValue) -> HeldData

  /// The spec with the data that are not in its JSON.
  /// - Throws: ``InvalidValue`` with the path inside the spec of what has no data.
  func filled(with held: HeldData) throws(InvalidValue) -> Self

  /// Takes from a document what the spec needs besides columns and slices, and checks that those are there.
  /// - Throws: ``InvalidValue`` with the path inside the document's spec.
  func complete(_ held: inout HeldData, from stored: StoredData) throws(InvalidValue)

  /// All columns of data.
  var columns: [ColumnSpec] { get }
}
