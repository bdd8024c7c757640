import ChartModel

extension ColorChannelSpec {
  /// The channel with numbers for its names, and with how far numbers reach, which each picture needs.
  /// - Complexity: O(*n*) in the number of its values.
  var drawable: ColorChannelSpec {
    var channel = numbered
    channel.extent = channel.values.extent(above: scale == .log ? 0 : -.infinity)
    return channel
  }

  /// Numbers in the places of its names, in the order in which they occur first; NaN where there is neither.
  var numbered: ColorChannelSpec {
    guard case .values(let entries) = values else { return self }
    var channel = self
    var names = NameList()
    for entry in entries { names.add(entry) }
    channel.values = .numbers(names.numbers(of: values, orTheirOwn: false).numbers)
    channel.names = names.names
    return channel
  }
}

extension ColumnSpec {
  /// From the least to the greatest finite number above another one; `nil` without any, and for names.
  func extent(above limit: Double = -.infinity) -> ClosedRange<Double>? {
    guard case .numbers(let numbers) = self else { return nil }
    var (least, greatest) = (Double.infinity, -Double.infinity)
    for number in numbers where number.isFinite && number > limit {
      least = min(least, number)
      greatest = max(greatest, number)
    }
    return least <= greatest ? least...greatest : nil
  }
}
