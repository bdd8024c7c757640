import Foundation

extension String {
  /// Whether it has a part, by C's search: in debug Swift's own takes longer than to draw the picture that is looked through.
  func has(_ part: String) -> Bool { strstr(self, part) != nil }
}
