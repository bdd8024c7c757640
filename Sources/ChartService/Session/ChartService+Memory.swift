import ChartModel
import JSONRPC
import OrderedCollections

// What charts hold of the memory that the process may have.
extension ChartService {
  /// Roughly how many bytes charts hold, what can be undone, and columns, each of which counts once however many share it.
  /// - Complexity: O(charts and their columns), outside the lock.
  var heldMemory: [MemoryCeiling.Holder: Int] {
    let sessions = withState { $0.sessions }
    var (charts, histories, columns) = (0, 0, 0)
    var known: Set<ObjectIdentifier> = []
    for session in sessions.values {
      histories += session.log.byteCount
      for record in session.charts.values {
        charts += record.source.specByteCount + record.picture.byteCount
        histories += record.history.byteCount
        for part in record.source.columnMemory + record.chart.partMemory where known.insert(part.memory).inserted {
          columns += part.byteCount
        }
      }
    }
    return [.charts: charts, .histories: histories, .columns: columns]
  }

  /// Lets go of all pictures: whoever asks for one has it made anew.
  func forgetPictures() {
    let sessions = withState { $0.sessions }
    for session in sessions.values {
      for record in session.charts.values { record.picture.forget() }
    }
  }
}
