/// The candidate that differs least from a misspelt word, if one differs by no more than a third of its length.
///
/// The distance is the optimal string alignment distance (insertions, deletions, substitutions, swapped neighbours),
/// without regard to case.
/// - Complexity: O(*n* · *m*) for each candidate of a similar length, less for one that soon differs too much; words over 64
///   characters are not compared, nor are candidates after the first 10,000.
/// - Parameter most: How many changes there may be at most, however long the words are.
public func nearestWord(
  to word: String, among candidates: some Sequence<String>, atMost most: Int = .max
) -> String? {
  // A scalar takes four bytes at most. The bytes are counted already; the scalars of a long text would have to be.
  guard word.utf8.count <= 4 * 64 else { return nil }
  let target = Array(word.lowercased().unicodeScalars)
  guard !target.isEmpty, target.count <= 64 else { return nil }
  var best: (word: String, distance: Int, beginsAlike: Bool)?
  for candidate in candidates.prefix(candidateLimit)
  where candidate.utf8.count <= 4 * 64 && candidate.unicodeScalars.count <= 64 {
    let scalars = Array(candidate.lowercased().unicodeScalars)
    let allowed = min(most, max(1, max(target.count, scalars.count) / 3))
    // Every character more or less is a change.
    guard abs(target.count - scalars.count) <= allowed else { continue }
    // Of two as near ones that which begins as the word does is meant: few misspell the first letter.
    let beginsAlike = scalars.first == target.first
    let limit = min(allowed, best.map { beginsAlike && !$0.beginsAlike ? $0.distance : $0.distance - 1 } ?? allowed)
    // A word of which no letter is left is another one.
    if let distance = alignmentDistance(target, scalars, atMost: limit), distance < max(target.count, scalars.count) {
      best = (candidate, distance, beginsAlike)
    }
  }
  return best?.word
}

/// The most candidates that are looked at: a file may have two hundred thousand columns.
private let candidateLimit = 10_000

/// - Returns: `nil` if the distance is larger than the limit.
private func alignmentDistance(_ first: [Unicode.Scalar], _ second: [Unicode.Scalar], atMost limit: Int) -> Int? {
  var beforeLast = [Int](repeating: 0, count: second.count + 1)
  var last = Array(0...second.count)
  var row = beforeLast
  for i in first.indices {
    row[0] = i + 1
    var least = row[0]
    for j in second.indices {
      var distance = min(row[j] + 1, last[j + 1] + 1, last[j] + (first[i] == second[j] ? 0 : 1))
      if i > 0, j > 0, first[i] == second[j - 1], first[i - 1] == second[j] {
        distance = min(distance, beforeLast[j - 1] + 1)
      }
      row[j + 1] = distance
      least = min(least, distance)
    }
    // From one row to the next the least never falls, also where neighbours are swapped.
    guard least <= limit else { return nil }
    swap(&beforeLast, &last)
    swap(&last, &row)
  }
  return last[second.count] <= limit ? last[second.count] : nil
}
