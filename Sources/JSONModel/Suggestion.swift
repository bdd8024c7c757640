/// The candidate that differs least from a misspelt word, if one differs by no more than a third of its length.
///
/// The distance is the optimal string alignment distance (insertions, deletions, substitutions, swapped neighbours),
/// without regard to case.
/// - Complexity: O(*n* · *m*) for each candidate of a similar length; words over 64 characters are not compared, nor are
///   candidates after the first 10,000.
/// - Parameter most: How many changes there may be at most, however long the words are.
public func nearestWord(
  to word: String, among candidates: some Sequence<String>, atMost most: Int = .max
) -> String? {
  let target = Array(word.lowercased().unicodeScalars)
  guard !target.isEmpty, target.count <= 64 else { return nil }
  var best: (word: String, distance: Int)?
  for candidate in candidates.prefix(candidateLimit) where candidate.unicodeScalars.count <= 64 {
    let scalars = Array(candidate.lowercased().unicodeScalars)
    let allowed = min(most, max(1, max(target.count, scalars.count) / 3))
    // Every character more or less is a change.
    guard abs(target.count - scalars.count) <= allowed else { continue }
    let distance = alignmentDistance(target, scalars)
    if distance <= allowed, distance < best?.distance ?? .max { best = (candidate, distance) }
  }
  return best?.word
}

/// The most candidates that are looked at: a file may have two hundred thousand columns.
private let candidateLimit = 10_000

private func alignmentDistance(_ first: [Unicode.Scalar], _ second: [Unicode.Scalar]) -> Int {
  var beforeLast = [Int](repeating: 0, count: second.count + 1)
  var last = Array(0...second.count)
  for i in first.indices {
    var row = [i + 1]
    row.reserveCapacity(second.count + 1)
    for j in second.indices {
      var distance = min(row[j] + 1, last[j + 1] + 1, last[j] + (first[i] == second[j] ? 0 : 1))
      if i > 0, j > 0, first[i] == second[j - 1], first[i - 1] == second[j] {
        distance = min(distance, beforeLast[j - 1] + 1)
      }
      row.append(distance)
    }
    (beforeLast, last) = (last, row)
  }
  return last[second.count]
}
