import ChartModel
import JSONModel
import LiveViews
import OrderedCollections
import Synchronization

/// The charts that a client shows live, and what it was told of each.
final class LiveViewStates: Sendable {
  private struct View: Sendable {
    /// Of the page around it; `nil` if none has told.
    var theme: Theme?
    var state: ViewState
  }

  private let views = Mutex<[ChartKey: View]>([:])

  /// Begins a view, or tells all of it anew.
  /// - Parameter theme: From now on; the one before if not given.
  /// - Returns: All members.
  func open(_ key: ChartKey, _ picture: ChartPicture, theme: Theme?) -> OrderedDictionary<String, JSON> {
    let theme = theme ?? views.withLock { $0[key]?.theme }
    let look = DisplayLook(of: picture, theme: theme)
    let state = views.withLock { views in
      var state = views[key]?.state ?? ViewState(look)
      // The number goes on, so that no page takes a later patch for one of the picture that it has.
      if views[key] != nil { state.replace(by: look) }
      views[key] = View(theme: theme, state: state)
      return state
    }
    return state.members
  }

  /// What there is to be told of a view since it was told last.
  /// - Parameter theme: From now on; the one before if not given.
  /// - Returns: The members that have changed; `nil` if there is no such view.
  func news(_ key: ChartKey, _ picture: ChartPicture, theme: Theme?) -> OrderedDictionary<String, JSON>? {
    while true {
      guard let view = views.withLock({ $0[key] }) else { return nil }
      let theme = theme ?? view.theme
      guard let news = view.state.news(to: DisplayLook(of: picture, theme: theme), mayPatch: true) else {
        views.withLock { $0[key]?.theme = theme }
        return [:]
      }
      let isTold = views.withLock { views in
        // Two requests of one client at once: the second is told what the first has not.
        guard var now = views[key], now.state.number == view.state.number else { return false }
        now.state.take(news)
        now.theme = theme
        views[key] = now
        return true
      }
      if isTold { return news.members }
    }
  }

  func close(_ key: ChartKey) { views.withLock { _ = $0.removeValue(forKey: key) } }
}
