@testable import ChartEngine
import Testing

@Suite("L1, A3 Slots for categories")
struct BandScaleTests {
  @Test("L1 R0: Slots fill the plot from 25 px on, with points in their middles")
  func gradientLine() throws {
    let scale = BandScale(count: 7, PixelRange(25, 340))
    #expect(scale.step == 45 && scale.contentLength == 315)
    for index in 0..<7 { #expect(scale.position(of: Double(index)) == 25 + 45 * (Double(index) + 0.5)) }
    #expect(scale.slot(0) == PixelRange(25, 70) && scale.slot(6) == PixelRange(295, 340) && scale.slot(7) == nil)
  }

  @Test("L1 R1: Without space the first and the last value are on the edges")
  func edges() {
    let scale = BandScale(count: 5, PixelRange(20, 220), spaceMin: 0, spaceMax: 0)
    #expect((0..<5).map { scale.position(of: Double($0)) } == [20, 70, 120, 170, 220])
    #expect(BandScale(count: 1, PixelRange(20, 220), spaceMin: 0, spaceMax: 0).position(of: 0) == 120)
  }

  @Test("L1 R3: Values are a fixed distance apart, however many there are")
  func fixed() {
    let scale = BandScale(count: 100, PixelRange(30, 330), step: 50)
    #expect(scale.position(of: 0) == 30 && scale.position(of: 99) == 30 + 99 * 50 && scale.contentLength == 99 * 50)
    #expect(BandScale(count: 3, PixelRange(330, 30), step: 50).position(of: 2) == 230)
  }

  @Test("A3 With no space the first bar is cut by the axis, with half a slot it shows whole")
  func space() throws {
    let cut = BandScale(count: 4, PixelRange(0, 300), spaceMin: 0, spaceMax: 0.5)
    #expect(try #require(cut.slot(0)).start < 0)
    let whole = BandScale(count: 4, PixelRange(0, 300), spaceMin: 0.5, spaceMax: 0.5)
    #expect(whole.slot(0) == PixelRange(0, 75))
    // A slot and a half before the first one's middle.
    let wide = BandScale(count: 3, PixelRange(0, 400), spaceMin: 1.5, spaceMax: 0.5)
    #expect(wide.position(of: 0) == 150 && wide.position(of: 2) == 350)
  }

  @Test("L1 Each position belongs to one slot: the one that is drawn there, boundaries to the one that starts there")
  func index() throws {
    var random = SplitMix64(seed: 2)
    var wrong = Mismatches()
    for _ in 0..<2000 {
      let count = random.whole(1...40)
      let range = PixelRange(random.number(-50...400), random.number(-50...400))
      guard abs(range.length) > 1 else { continue }
      let scale = BandScale(
        count: count, range, spaceMin: Double(random.whole(0...3)) / 2, spaceMax: Double(random.whole(0...3)) / 2)
      for index in 0..<count {
        guard let slot = scale.slot(index) else {
          wrong.expect(false, "no slot \(index)")
          continue
        }
        wrong.expect(scale.index(at: slot.start) == index, "start of \(index): \(scale)")
        wrong.expect(scale.index(at: slot.end) == (index + 1 < count ? index + 1 : nil), "end of \(index): \(scale)")
        wrong.expect(scale.index(at: (slot.start + slot.end) / 2) == index, "middle of \(index): \(scale)")
        wrong.expect(scale.nearestIndex(to: scale.position(of: Double(index)) ?? .nan) == index, "nearest: \(scale)")
        wrong.expect(abs(scale.value(at: scale.position(of: Double(index)) ?? .nan) - Double(index)) < 1e-9, "back")
        let affine = scale.affine?.position(of: Double(index)) ?? .nan
        wrong.expect(abs(affine - (scale.position(of: Double(index)) ?? .nan)) < 1e-9, "affine: \(scale)")
      }
    }
    wrong.check()
  }

  @Test("Bad input: No slots, no length, spaces and steps that are no numbers")
  func nothing() {
    for count in [0, -3] {
      let none = BandScale(count: count, PixelRange(0, 100))
      #expect(none.position(of: 0) == nil && none.index(at: 50) == nil && none.nearestIndex(to: 50) == nil)
      #expect(none.slot(0) == nil && none.affine == nil && none.contentLength == 0 && none.value(at: 5) == 0)
    }
    let flat = BandScale(count: 3, PixelRange(10, 10))
    #expect(flat.position(of: 2) == 10 && flat.index(at: 10) == nil && flat.value(at: 10) == 0)
    let odd = BandScale(count: 3, PixelRange(0, 100), spaceMin: .nan, spaceMax: -.infinity)
    #expect(odd.spaceMin == 0.5 && odd.spaceMax == 0.5)
    let huge = BandScale(count: .max, PixelRange(0, 100))
    #expect(huge.position(of: 1e300)?.isFinite == true && huge.index(at: 50) != nil)
    #expect(BandScale(count: 3, PixelRange(0, 100), step: .nan).position(of: 1) == 0)
    for position in [Double.nan, .infinity, -.infinity, 1e300, -1e300] {
      #expect(BandScale(count: 3, PixelRange(0, 99)).index(at: position) == nil)
      #expect(BandScale(count: 3, PixelRange(0, 99)).position(of: position)?.isFinite != false)
    }
    #expect(BandScale(count: 3, PixelRange(0, 99)).nearestIndex(to: .infinity) == 2)
  }
}
