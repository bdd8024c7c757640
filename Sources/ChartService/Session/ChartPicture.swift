public import ChartEngine
public import ChartModel
public import ChartSVG
public import JSONModel
public import OrderedCollections
import Synchronization

/// One revision of a chart with its picture. Layouts and SVGs are made when first asked for, and kept.
public final class ChartPicture: Sendable {
  public let session: String
  public let revision: Int
  /// What was left out while the chart's data were read.
  let dataWarnings: [String]
  let source: Chart

  private struct Made {
    var layout: (any ChartLayout)?
    var markup: Markup?
    var svg: String?
  }

  /// The warnings of a layout, with what they depend on.
  private struct LayoutWarnings {
    let basis: WarningBasis
    let texts: [String]
  }

  private struct State {
    var made: [Theme: Made] = [:]
    var warnings: LayoutWarnings?
  }

  private let state: Mutex<State>

  /// - Parameter previous: The revision before, which may know the warnings of this one.
  init(session: String, revision: Int, chart: Chart, dataWarnings: [String], after previous: ChartPicture? = nil) {
    state = Mutex(State(warnings: previous?.state.withLock { $0.warnings }))
    self.session = session
    self.revision = revision
    self.source = chart
    self.dataWarnings = dataWarnings
  }

  /// The chart's id.
  public var chart: String { source.id }
  public var kind: String { source.spec.kind }
  public var size: Size { source.canvas().size }
  /// The chart's title, if it has one.
  public var title: String? { source.spec.common.title }
  /// The theme that its author chose; `nil` if it is to go with its surroundings.
  public var theme: Theme? { source.theme ?? source.spec.common.theme }
  /// Whether it moves by itself, a spin or an animation, so that `chart/advance` leads to another picture.
  public var isMoving: Bool { source.state.isMoving }

  /// Where everything is.
  public var layout: any ChartLayout { layout(theme: source.canvas().theme) }

  /// The same with the colours of a theme.
  public func layout(theme: Theme) -> any ChartLayout {
    if let layout = state.withLock({ $0.made[theme]?.layout }) { return layout }
    // Made outside the lock: that two threads do it at once is rarer and cheaper than that one waits for the other.
    let layout = source.layout(theme: theme)
    state.withLock { $0.made[theme, default: Made()].layout = layout }
    return layout
  }

  /// The picture as an SVG document: still, but for a chart that nobody has touched and that plays its draw-in by itself.
  public var svg: String { svg(theme: source.canvas().theme) }

  /// The same with the colours of a theme.
  public func svg(theme: Theme) -> String {
    let (known, markup) = state.withLock { ($0.made[theme]?.svg, $0.made[theme]?.markup) }
    if let known { return known }
    let svg = markup?.text ?? ChartPicture.draw(layout(theme: theme), animated: source.playsByItself)
    state.withLock { $0.made[theme, default: Made()].svg = svg }
    return svg
  }

  /// The picture with its structure, from which a patch can be made.
  public var markup: Markup { markup(theme: source.canvas().theme) }

  /// The same with the colours of a theme.
  public func markup(theme: Theme) -> Markup {
    if let markup = state.withLock({ $0.made[theme]?.markup }) { return markup }
    HeavyWork.begin(.picture)
    let markup = SVGWriter.markup(layout(theme: theme).scene(animated: source.playsByItself))
    state.withLock { $0.made[theme, default: Made()].markup = markup }
    return markup
  }

  /// How many bytes the picture has as an SVG document; `nil` if it has not been made.
  var madeByteCount: Int? {
    let theme = source.canvas().theme
    return state.withLock { $0.made[theme]?.svg?.utf8.count }
  }

  /// Roughly how many bytes are kept of what was made.
  var byteCount: Int {
    state.withLock { state in
      state.made.values.reduce(0) { sum, made in
        let text = made.svg?.utf8.count ?? 0
        // A layout, and the structure of a picture, take about as much as its text.
        return sum + text + (made.markup == nil ? 0 : max(text, 4_096)) + (made.layout == nil ? 0 : max(text, 4_096))
      }
    }
  }

  /// Lets go of what was made. Whoever asks next has it made anew.
  func forget() {
    let made = state.withLock { state in
      defer { state.made = [:] }
      return state.made
    }
    // Freed outside the lock.
    _ = consume made
  }

  /// What is selected, in words.
  public var selectedWords: String? { source.state.view.selection.flatMap(layout.words(for:)) }

  /// What is brushed, in words.
  public var brushedWords: String? {
    let view = source.state.view
    // Without a brush no layout is made to find out.
    return ([view] + view.children).contains { $0.brush != nil } ? layout.brushWords : nil
  }

  /// The chart in words.
  public var words: String { layout.words() }

  /// What the author should know.
  public var warnings: [String] { dataWarnings + layoutWarnings }

  /// A layout is made for them only where those of an earlier one no longer hold.
  private var layoutWarnings: [String] {
    if let known = state.withLock({ $0.warnings }), known.basis == source.warningBasis { return known.texts }
    let layout = layout
    let texts = layout.warnings
    if let basis = layout.warningBasis { state.withLock { $0.warnings = LayoutWarnings(basis: basis, texts: texts) } }
    return texts
  }

  /// The picture as a MIME bundle.
  public var display: OrderedDictionary<String, JSON> { display(in: nil) }

  /// The same for surroundings of a theme, with which it goes unless the chart's author chose one.
  func display(in surroundings: Theme?) -> OrderedDictionary<String, JSON> {
    let theme = theme ?? surroundings
    return ["image/svg+xml": .string(theme.map(svg(theme:)) ?? svg), "text/plain": .string(words)]
  }

  static func draw(_ layout: any ChartLayout, animated: Bool) -> String {
    HeavyWork.begin(.picture)
    return SVGWriter.string(layout.scene(animated: animated))
  }
}
