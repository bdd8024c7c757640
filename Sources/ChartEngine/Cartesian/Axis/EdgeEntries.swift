/// So much before the start and after the end of an axis.
struct Overhang: Hashable, Sendable {
  var before = 0.0
  var after = 0.0
}

/// The first and the last of some entries along an axis that are drawn larger than a point: what at the ends of the axis
/// has to be free so that these are seen whole, and lie on no label.
struct EdgeEntries: Hashable, Sendable {
  /// The coordinates of the first and the last one; `nil` where entries lie beyond that end of the axis, since all are cut
  /// there, as they are where a plot is scrolled.
  var first: Double?
  var last: Double?
  /// How far each is drawn beyond its place, in px.
  var reach: Double

  /// What an axis has to be longer at its ends, in coordinates.
  ///
  /// An end gets a quarter of the axis at most.
  /// - Parameters:
  ///   - length: How long the axis is, in px.
  ///   - seen: How much of it is seen, in coordinates; `nil` if all of it is, so that what is added makes the rest smaller.
  ///   - free: How far an entry may reach over the ends, in px.
  static func overhang(
    _ entries: [EdgeEntries], beyond domain: Domain, of length: Double, seen: Double? = nil, free: Overhang
  ) -> Overhang {
    let span = domain.span
    guard !entries.isEmpty, length > 0, span > 0, span.isFinite else { return Overhang() }
    var added = Overhang()
    var scale = length / (seen ?? span)
    // What is added at one end moves what is at the other: a few rounds come within a hundredth of a px.
    for _ in 0..<8 {
      guard scale > 0, scale.isFinite else { return Overhang() }
      added = entries.reduce(into: Overhang()) { most, entry in
        if let first = entry.first {
          most.before = max(most.before, entry.reach - free.before - (first - domain.lower) * scale)
        }
        if let last = entry.last {
          most.after = max(most.after, entry.reach - free.after - (domain.upper - last) * scale)
        }
      }
      added = Overhang(before: min(added.before, length / 4), after: min(added.after, length / 4))
      guard added != Overhang() else { return added }
      if seen == nil { scale = (length - added.before - added.after) / span }
    }
    return Overhang(before: added.before / scale, after: added.after / scale)
  }
}
