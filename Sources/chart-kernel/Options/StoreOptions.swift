internal import ArgumentParser
internal import ChartService
internal import POSIX

extension ServiceStore.Durability: ExpressibleByArgument {}

/// Where what is done is kept, for the commands that answer somebody.
struct StoreOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "A directory in which sessions are kept, so that they outlive the process.",
      discussion: "It is made if it is not there, and one process at a time has it.", valueName: "directory"))
  var store: String?

  @Option(
    help: ArgumentHelp(
      "What answers wait for: process, that what was done survives the end of the process, or disk, that it survives the "
        + "loss of power.",
      valueName: "process|disk"))
  var durability = ServiceStore.Durability.process

  @Option(
    help: ArgumentHelp(
      "How much the store may take: 500M, 2G. The oldest sessions that are not open go first.", valueName: "size"))
  var storeLimit = ByteCount(number: 1 << 30)

  /// The options of a store in a directory.
  func options(in directory: String) -> ServiceStore.Options {
    var options = ServiceStore.Options(directory: directory)
    options.durability = durability
    options.byteLimit = storeLimit.number
    return options
  }
}

/// A number of bytes as people say it: `500M`, `2G`, `1000000`.
struct ByteCount: ExpressibleByArgument, CustomStringConvertible {
  var number: Int

  init(number: Int) { self.number = number }

  init?(argument: String) {
    let units = ["K": 10, "M": 20, "G": 30, "T": 40]
    let unit = argument.last.flatMap { units[$0.uppercased()] }
    guard let count = Int(unit == nil ? argument : String(argument.dropLast())), count > 0 else { return nil }
    let (product, isTooLarge) = count.multipliedReportingOverflow(by: 1 << (unit ?? 0))
    guard !isTooLarge else { return nil }
    number = product
  }

  var description: String { whole(30, "G") ?? whole(20, "M") ?? whole(10, "K") ?? "\(number)" }

  /// Of units that are 1 << shift, if there is a whole number of them. (Were it part of the above, its registers would be filled
  /// in an order that is another in some builds, whose bytes would not be the same then.)
  @inline(never)
  private func whole(_ shift: Int, _ unit: String) -> String? {
    number % (1 << shift) == 0 ? "\(number >> shift)\(unit)" : nil
  }

  var defaultValueDescription: String { description }

  /// With three digits at most: `1.2 MB`.
  var words: String {
    var (value, unit) = (Double(number), "B")
    for next in ["kB", "MB", "GB", "TB"] where value >= 999.5 { (value, unit) = (value / 1000, next) }
    let text = value < 10 && unit != "B" ? "\((value * 10).rounded() / 10)" : "\(Int(value.rounded()))"
    return "\(text) \(unit)"
  }
}
