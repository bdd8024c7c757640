import ChartModel
import Testing

@testable import ChartEngine

@Suite("W3 Title, subtitle and caption")
struct TitleTests {
  private func common(_ change: (inout CommonSpec) -> Void = { _ in }) -> CommonSpec {
    var common = CommonSpec()
    (common.title, common.subtitle, common.caption) = ("Internet users", "Million people, 2023", "Source: ITU")
    change(&common)
    return common
  }

  private let canvas = Canvas(id: "c")

  private var partCanvas: Canvas {
    var part = canvas
    part.isPart = true
    return part
  }

  private func texts(_ layout: TitleLayout) -> [Text] {
    func texts(_ node: Node) -> [Text] {
      switch node.shape {
      case .text(let text): [text]
      case .group(let nodes): nodes.flatMap(texts)
      default: []
      }
    }
    return texts(layout.node(on: Surface(.light)))
  }

  @Test("They stand above one another at the top, and at the bottom, and leave the rest to the chart")
  func order() throws {
    for align in CommonSpec.Alignment.allCases {
      var area = Rect(x: 12, y: 12, width: 616, height: 336)
      let layout = try #require(TitleLayout(common { $0.titleAlign = align }, on: canvas, in: &area))
      let texts = texts(layout)
      #expect(texts.map { $0.runs[0].text } == ["Internet users", "Million people, 2023", "Source: ITU"])
      #expect(layout.box.maxY <= area.minY && layout.captionBox.minY >= area.maxY)
      #expect(layout.captionBox.maxY <= 348.001)
      let x = [CommonSpec.Alignment.left: 12.0, .center: 320, .right: 628][align]
      for text in texts {
        #expect(text.position.x == x)
        let box = text.box
        #expect(box.minX >= 11.99 && box.maxX <= 628.01 && box.minY >= 11.9 && box.maxY <= 349)
        let room = text.runs[0].text == "Source: ITU" ? layout.captionBox : layout.box
        #expect(room.minX <= box.minX + 0.01 && room.maxX >= box.maxX - 0.01)
      }
      for (one, other) in zip(texts, texts.dropFirst()) { #expect(!one.box.inset(by: 0.1).intersects(other.box)) }
      #expect(layout.warnings.isEmpty)
    }
  }

  @Test("A long title is broken into two lines, of which no word is lost; what is longer is cut, and that is said")
  func lines() throws {
    let words = "What people in the countries of the world who have a telephone do with it on an average day"
    for width in stride(from: 60.0, through: 900, by: 20) {
      var area = Rect(x: 0, y: 0, width: width, height: 300)
      var common = CommonSpec()
      common.title = words
      let layout = try #require(TitleLayout(common, on: canvas, in: &area))
      let lines = texts(layout).map { $0.runs[0].text }
      #expect((1...2).contains(lines.count))
      #expect(lines.allSatisfy { Font(size: 16, isBold: true).width(of: $0) <= width })
      #expect(layout.warnings.isEmpty == (lines.joined(separator: " ") == words), "\(width): \(lines)")
      #expect(area.minY > layout.box.maxY)
    }
  }

  @Test("Subtitle and caption are broken, too; lines that the author has made stay lines")
  func brokenLines() throws {
    let words = "A long subtitle which tells what is measured, where, when, how, by whom and why it matters at all"
    for size in [Size(width: 310, height: 180), Size(width: 456, height: 276)] {
      var area = Rect(x: 0, y: 0, width: size.width, height: size.height)
      let layout = try #require(TitleLayout(common { ($0.subtitle, $0.caption) = (words, nil) }, on: canvas, in: &area))
      #expect(layout.warnings.isEmpty && texts(layout).count == 3 && area.height > 0.4 * size.height)
    }
    var area = Rect(x: 0, y: 0, width: 456, height: 376)
    let layout = try #require(
      TitleLayout(
        common { ($0.title, $0.subtitle, $0.caption) = ("One\nTwo\n\nThree", "first\r\nsecond line", "a\u{2028}b") },
        on: canvas, in: &area))
    #expect(texts(layout).map { $0.runs[0].text } == ["One", "Two", "Three", "first", "second line", "a", "b"])
    #expect(layout.warnings.isEmpty)
    // Where there is one line, they share it.
    var low = Rect(x: 0, y: 0, width: 456, height: 120)
    let one = try #require(TitleLayout(common { $0.title = "One\nTwo" }, on: canvas, in: &low))
    #expect(texts(one).map { $0.runs[0].text } == ["One Two"])
  }

  @Test("In low charts the title has one line, the rest none, and that is said; in tiny ones there is none of it")
  func small() {
    var area = Rect(x: 0, y: 0, width: 300, height: 120)
    let layout = TitleLayout(common(), on: canvas, in: &area)
    #expect(layout.map { texts($0).count } == 1)
    #expect(
      layout?.warnings == ["subtitle: left out: there is no room for it", "caption: left out: there is no room for it"])
    var tiny = Rect(x: 0, y: 0, width: 300, height: 70)
    #expect(TitleLayout(common(), on: canvas, in: &tiny) == nil && tiny.height == 70)
  }

  @Test(
    "Below a subtitle more is free than below a title, since it looks like labels; a part's are smaller than the whole's"
  )
  func gaps() throws {
    var (title, both, part) = (Rect(x: 0, y: 0, width: 600, height: 300), Rect.zero, Rect.zero)
    (both, part) = (title, title)
    let alone = try #require(TitleLayout(common { ($0.subtitle, $0.caption) = (nil, nil) }, on: canvas, in: &title))
    let whole = try #require(TitleLayout(common(), on: canvas, in: &both))
    let own = try #require(TitleLayout(common(), on: partCanvas, in: &part))
    #expect(title.minY - alone.box.maxY == 6 && both.minY - whole.box.maxY == 12)
    #expect(zip(texts(own), texts(whole)).prefix(2).allSatisfy { $0.size < $1.size })
  }

  @Test("A caption alone takes nothing off the top")
  func caption() throws {
    var area = Rect(x: 0, y: 0, width: 300, height: 300)
    var common = CommonSpec()
    common.caption = "Source"
    let layout = try #require(TitleLayout(common, on: canvas, in: &area))
    #expect(area.minY == 0 && area.maxY < layout.captionBox.minY)
  }

  @Test("Any text, however long or odd, has a place or none")
  func extremes() {
    for text in [
      "", " ", "\n\n", String(repeating: "x", count: 100_000), String(repeating: "a b ", count: 9_000),
      "👩‍👩‍👧‍👦\u{0}\u{FFFE}",
    ] {
      for size in [Size(width: 0, height: 0), Size(width: 5, height: 400), Size(width: 400, height: 400)] {
        var area = Rect(x: 0, y: 0, width: size.width, height: size.height)
        let layout = TitleLayout(common { ($0.title, $0.caption) = (text, text) }, on: canvas, in: &area)
        #expect(area.height >= 0 && area.height.isFinite)
        for text in layout.map(texts) ?? [] { #expect(text.box.width <= size.width + 0.01) }
      }
    }
  }
}
