import ChartEngine
import ChartModel

/// Texts that Pango sets as a whole, since their letters join or change places.
extension SceneDrawer {
  /// - Parameter runs: As they are written, with spaces and controls as SVGs have them.
  func drawShaped(_ runs: [Text.Run], of text: Text, with pango: PangoLibrary) {
    guard let layout = pango.createLayout(context) else { return }
    defer { pango.release(layout) }
    let setting = pango.context(layout)
    pango.setOptions(setting, fontOptions)
    pango.setRounding?(setting, 0)
    pango.changed(layout)
    pango.setAutomaticDirection(layout, 0)
    pango.setSingleParagraph(layout, 1)
    pango.setMarkup(layout, runs.map { markup(of: $0, size: $0.size ?? text.size) }.joined(), -1)
    var (width, height) = (Int32(0), Int32(0))
    pango.size(layout, &width, &height)
    if let unknown = pango.unknownCount, unknown(layout) > 0 {
      for run in runs {
        for scalar in run.text.unicodeScalars where !scalar.isASCII && !scalar.isUnseen {
          if fonts.face(having: scalar, isBold: run.isBold) == nil { missing.note(scalar) }
        }
      }
    }
    let share = text.anchor == .start ? 0 : text.anchor == .middle ? 0.5 : 1
    let x = -Double(width) / PangoLibrary.unit * share
    let line = pango.line(layout, 0)
    func trace() {
      cairo.paths.begin(context)
      cairo.paths.move(context, x, 0)
      pango.outline(context, line)
    }
    if let halo = text.halo {
      trace()
      strokeRim(halo)
    }
    // Shapes have one colour, and letters that are pictures, as emoji, have none.
    let isPlain = runs.allSatisfy { run in
      run.color == runs[0].color && !run.text.unicodeScalars.contains(where: \.properties.isEmojiPresentation)
    }
    if drawsOutlines, isPlain {
      trace()
      setColor(runs[0].color, opacity: 1)
      cairo.paths.fill(context)
    } else {
      cairo.paths.begin(context)
      cairo.paths.move(context, x, 0)
      pango.show(context, line)
    }
    cairo.paths.begin(context)
  }

  /// A run as Pango reads it: without kerning, as it was measured.
  private func markup(of run: Text.Run, size: Double) -> String {
    let hex = [run.color.red, run.color.green, run.color.blue].map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
    // At least 1.
    let alpha = max(Int(run.color.alpha) * 257, 1)
    return """
      <span font_desc="\(size)px" font_family="\(families.joined(separator: ","))" \
      font_weight="\(run.isBold ? "bold" : "normal")" font_features="kern=0" foreground="#\(hex.joined())" \
      fgalpha="\(alpha)">\(run.text.escapedForMarkup)</span>
      """
  }
}

extension String {
  fileprivate var escapedForMarkup: String {
    replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;").replacing(
      "\0", with: "\u{FFFD}")
  }
}
