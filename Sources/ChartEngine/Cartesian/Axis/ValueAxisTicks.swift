import ChartModel
import JSONModel

/// The ticks of a value axis, with what it shows once its ends are round.
struct ValueAxisTicks: Hashable, Sendable {
  let domain: Domain
  let ticks: [Tick]

  /// - Parameters:
  ///   - length: how long the axis is, in px.
  ///   - pitch: how much of it labels take.
  ///   - data: What of the range is not free room.
  ///   - moments: The ticks of an axis of moments; `nil` for one of numbers.
  init(
    _ range: ValueRange, showing data: ValueRange? = nil, _ spec: ValueAxisSpec, length: Double, pitch: LabelPitch,
    format: FormatSpec, moments: MomentTicks? = nil
  ) {
    let (wanted, least) = (range.domain(spec), (data ?? range).domain(spec))
    let maxCount = ValueAxisTicks.wholeCount(spec, length: length, pitch)
    let ends = spec.ends
    if let moments {
      (domain, self.ticks) = ValueAxisTicks.ticks(
        of: moments, in: wanted, showing: least, spec, maxCount: maxCount, atMost: ValueAxisTicks.room(length, pitch))
    } else if let ticks = spec.ticks {
      let made = LinearTicks(explicit: ticks, in: wanted)
      (domain, self.ticks) = (wanted, made.ticks(format))
    } else if spec.scale == .log {
      (domain, self.ticks) = (wanted, LogTicks(wanted, maxCount: maxCount).ticks(format))
    } else if let step = spec.step {
      let made = LinearTicks(wanted, step: step, maxCount: maxCount)
      (domain, self.ticks) = (wanted, made.ticks(format))
    } else if spec.isNice, ends.min == nil || ends.max == nil {
      // Who says how many labels there are gets no more.
      let room = spec.style.maxLabels == nil ? ValueAxisTicks.room(length, pitch) : 0
      let made = LinearTicks.nice(around: wanted, showing: least, maxCount: maxCount, atMost: room)
      // An end that the author gave stays where it is.
      let domain = Domain(ends.min ?? made.domain.lower, ends.max ?? made.domain.upper)
      self.domain = domain
      self.ticks = made.ticks(format).filter { domain.contains($0.value) }
    } else {
      (domain, self.ticks) = (wanted, LinearTicks(wanted, maxCount: maxCount).ticks(format))
    }
  }

  /// Round ticks of moments. Ends that the author gave stay where they are.
  private static func ticks(
    of moments: MomentTicks, in domain: Domain, showing data: Domain, _ spec: ValueAxisSpec, maxCount: Int,
    atMost room: Int
  ) -> (Domain, [Tick]) {
    if let places = spec.tickMilliseconds { return (domain, moments.ticks(atMilliseconds: places, in: domain)) }
    let ends = spec.ends
    guard spec.isNice, ends.min == nil || ends.max == nil else {
      return (domain, moments.ticks(in: domain, maxCount: maxCount))
    }
    let made = moments.nice(
      domain, showing: data, maxCount: maxCount, atMost: spec.style.maxLabels == nil ? room : maxCount)
    let round = Domain(ends.min ?? made.domain.lower, ends.max ?? made.domain.upper)
    return (round, made.ticks.filter { round.contains($0.value) })
  }

  /// How many labels there is room for.
  private static func room(_ length: Double, _ pitch: LabelPitch) -> Int {
    Int(saturating: length / max(pitch.least, 1)) + 1
  }

  /// The ticks of a part of an axis, whose ends stay as they are.
  init(
    showing domain: Domain, _ spec: ValueAxisSpec, length: Double, pitch: LabelPitch, format: FormatSpec,
    moments: MomentTicks? = nil
  ) {
    let maxCount = ValueAxisTicks.maxCount(spec, length: length, pitch)
    self.domain = domain
    if let moments {
      ticks =
        spec.tickMilliseconds.map { moments.ticks(atMilliseconds: $0, in: domain) }
        ?? moments.ticks(in: domain, maxCount: maxCount)
      return
    }
    ticks =
      spec.scale == .log
      ? LogTicks(domain, maxCount: maxCount).ticks(format) : LinearTicks(domain, maxCount: maxCount).ticks(format)
  }

  /// The most labels of all of an axis: where steps are so long that not all of them fit there are as many as there are steps.
  private static func wholeCount(_ spec: ValueAxisSpec, length: Double, _ pitch: LabelPitch) -> Int {
    guard spec.step != nil, let spacing = spec.spacing, spacing >= pitch.least else {
      return maxCount(spec, length: length, pitch)
    }
    return 1_000
  }

  /// Ten labels are plenty. Who asks for more gets as many as there is room for: of those that overlap most would be left out.
  private static func maxCount(_ spec: ValueAxisSpec, length: Double, _ pitch: LabelPitch) -> Int {
    let most = length / max(pitch.least, 1)
    guard most.isFinite else { return 2 }
    guard let wanted = spec.style.maxLabels else {
      return Int(saturating: min(max(length / max(pitch.easy, 1), 1), 10)) + 1
    }
    return max(min(wanted, Int(saturating: min(max(most, 1), 1_000)) + 1), 1)
  }
}

/// How far apart labels of an axis have to be, in px.
struct LabelPitch: Hashable, Sendable {
  /// So that all can be read, and so that they read well.
  let least: Double
  let easy: Double

  /// One above the other: with a line's height between them they read well.
  init(lineHeight: Double) { (least, easy) = (lineHeight, 2 * max(lineHeight, 1)) }

  /// Side by side, at most so wide.
  init(width: Double) { (least, easy) = (width + 10, max(width + 28, 56)) }
}

extension ValueAxisSpec {
  /// Where labels of moments stand that the author chose: what they are has been read already.
  fileprivate var tickMilliseconds: [Double]? {
    tickPlaces?.compactMap { if case .number(let number) = $0 { number } else { nil } }
  }
}
