public import ChartModel

extension FormatSpec {
  /// A formula, such as `y = 2.04x − 0.05`, with the decimal mark of the language.
  public func formula(_ text: String) -> String {
    let mark = NumberConventions(locale).decimalMark
    return mark == "." ? text : text.replacing(".", with: mark)
  }

  /// A number as it says.
  package func text(of number: Double) -> String { NumberFormat(self).value(number) }
}
