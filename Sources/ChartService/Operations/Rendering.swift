import ChartModel
import JSONModel
import OrderedCollections

/// Whether a result brings the picture along, and for which surroundings.
struct Rendering: Sendable {
  var isWanted: Bool
  /// Of the page or window around pictures, where the caller has told.
  var theme: Theme?

  func display(of picture: ChartPicture) -> OrderedDictionary<String, JSON>? {
    isWanted ? picture.display(in: theme) : nil
  }
}
