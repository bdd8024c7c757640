/// The colours that completion offers: the basic ones of CSS, which everybody knows. All others are understood too.
enum ColorWords {
  static let all = [
    "aqua", "black", "blue", "fuchsia", "gray", "green", "lime", "maroon", "navy", "olive", "orange", "purple", "red",
    "silver", "teal", "transparent", "white", "yellow",
  ]
}
