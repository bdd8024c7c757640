import TestSupport

@testable import ChartModel

/// A path that grows by random commands, together with what they mean. All numbers are multiples of 1/8, so that the sums
/// of relative ones are exact.
struct RandomPath {
  private(set) var text = "M0 0"
  private(set) var commands: [PathData.Command] = [.move(.zero)]
  private var place = Point.zero
  private var start = Point.zero
  /// What the smooth commands mirror.
  private var cubic: Point?
  private var quadratic: Point?
  /// The letter that needs not be written again.
  private var implied: Character? = "L"

  mutating func append(_ random: inout SplitMix64) {
    let letter = "MLHVCSQTAZ".randomElement(using: &random) ?? "Z"
    let isRelative = random.chance(0.5)
    let origin = isRelative ? place : .zero
    var numbers: [Double] = []
    func point(_ random: inout SplitMix64) -> Point {
      let step = Point(x: Double(random.whole(-80...80)) / 8, y: Double(random.whole(-80...80)) / 8)
      numbers += [step.x, step.y]
      return origin + step
    }
    let (lastCubic, lastQuadratic) = (cubic ?? place, quadratic ?? place)
    (cubic, quadratic) = (nil, nil)
    var flags: [Bool] = []
    var end = start
    switch letter {
    case "M":
      end = point(&random)
      start = end
      commands.append(.move(end))
    case "L":
      end = point(&random)
      commands.append(.line(end))
    case "H":
      end = Point(x: point(&random).x, y: place.y)
      numbers.removeLast()
      commands.append(.line(end))
    case "V":
      end = Point(x: place.x, y: point(&random).y)
      numbers.removeFirst()
      commands.append(.line(end))
    case "C", "S":
      let control1 = letter == "C" ? point(&random) : place + place - lastCubic
      let control2 = point(&random)
      end = point(&random)
      commands.append(.cubic(control1: control1, control2: control2, end: end))
      cubic = control2
    case "Q", "T":
      let control = letter == "Q" ? point(&random) : place + place - lastQuadratic
      end = point(&random)
      commands.append(.quadratic(control: control, end: end))
      quadratic = control
    case "A":
      numbers = (0..<3).map { _ in Double(random.whole(-400...400)) / 8 }
      flags = [random.chance(0.5), random.chance(0.5)]
      let radii = Size(width: abs(numbers[0]), height: abs(numbers[1]))
      let rotation = numbers[2]
      end = point(&random)
      commands.append(
        .arc(PathData.Arc(radii: radii, rotation: rotation, isLarge: flags[0], isClockwise: flags[1], end: end)))
    default: commands.append(.close)
    }
    place = end
    write(isRelative ? Character(letter.lowercased()) : letter, numbers, flags, &random)
  }

  private mutating func write(
    _ letter: Character, _ numbers: [Double], _ flags: [Bool], _ random: inout SplitMix64
  ) {
    let spaces = random.chance(0.3) ? " \n" : ""
    let isImplied = letter == implied && random.chance(0.7)
    if !isImplied { text += spaces + String(letter) + spaces }
    for (index, number) in numbers.enumerated() {
      if index == 3, !flags.isEmpty {
        for flag in flags {
          if text.last?.isWhitespace != true { text += random.chance(0.5) ? " " : "," }
          text += flag ? "1" : "0"
        }
        // After a flag nothing needs to stand.
        text += random.chance(0.5) ? "" : " , "
        text += written(number, &random)
        continue
      }
      let number = written(number, &random)
      let isFirst = index == 0 && !isImplied
      // A sign begins a number of its own, and so does a point after a number that has one.
      let needsNone = isFirst || number.hasPrefix("-") || number.hasPrefix("+")
      if !needsNone || random.chance(0.2), !isFirst {
        text += [" ", ",", " ,\t", "\r\n"].randomElement(using: &random) ?? " "
      }
      text += number
    }
    implied = letter == "M" ? "L" : letter == "m" ? "l" : letter.lowercased() == "z" ? nil : letter
  }

  private func written(_ number: Double, _ random: inout SplitMix64) -> String {
    let eighths = Int(number * 8)
    let thousandths = eighths.magnitude * 125
    let sign = eighths < 0 ? "-" : random.chance(0.1) ? "+" : ""
    if random.chance(0.1) { return "\(sign)\(thousandths)e-3" }
    if random.chance(0.1) {
      return "\(sign).\(String(repeating: "0", count: 5 - min("\(thousandths)".count, 5)))\(thousandths)E+2"
    }
    let (whole, rest) = thousandths.quotientAndRemainder(dividingBy: 1000)
    guard rest > 0 else { return "\(sign)\(whole)" }
    let digits = String("\(1000 + rest)".dropFirst())
    return sign + (whole == 0 && random.chance(0.7) ? "" : "\(whole)") + "." + digits
  }
}
