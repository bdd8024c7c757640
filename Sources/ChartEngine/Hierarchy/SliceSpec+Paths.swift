import ChartModel

extension [SliceSpec] {
  /// The slice at a path of indices; `nil` if there is none.
  func slice(at path: [Int]) -> SliceSpec? {
    var (level, found) = (self, SliceSpec?.none)
    for index in path {
      guard level.indices.contains(index) else { return nil }
      found = level[index]
      level = level[index].children
    }
    return found
  }

  /// What is selected among them: a slice, or what is shown alone, and what the legend leaves.
  func selection(_ view: ChartState.View) -> MarkSelection? {
    let hidden = Set(view.hidden.compactMap { indices.contains($0) ? self[$0].label : nil })
    guard let path = view.selection ?? view.root, slice(at: path) != nil else {
      return MarkSelection(nil, hidden: hidden)
    }
    var mark = MarkSelection.Mark()
    mark.labels = path.indices.compactMap { slice(at: [Int](path[...$0]))?.label }
    return MarkSelection([mark], hidden: hidden)
  }

  /// Whether there is something in a slice to be shown alone.
  func canBeRoot(_ path: [Int], hidden: [Int]) -> Bool {
    hasWeight(at: path, hidden: hidden) && slice(at: path)?.children.contains { $0.weight > 0 } == true
  }

  /// Whether all that is in a slice is itself once more, by its name, too.
  func repeatsItself(at path: [Int]) -> Bool {
    guard let slice = slice(at: path) else { return false }
    let parts = slice.children.filter { $0.weight > 0 }
    guard parts.count == 1, parts[0].children.isEmpty, parts[0].label == slice.label else { return false }
    return slice.weight - parts[0].weight <= 1e-9 * slice.weight
  }

  /// Whether a path leads to a slice that can be seen: all on the way have a weight, and the legend has not hidden the first.
  func hasWeight(at path: [Int], hidden: [Int]) -> Bool {
    guard let first = path.first, !hidden.contains(first) else { return false }
    var level = self
    for index in path {
      guard level.indices.contains(index), level[index].weight > 0 else { return false }
      level = level[index].children
    }
    return true
  }
}
