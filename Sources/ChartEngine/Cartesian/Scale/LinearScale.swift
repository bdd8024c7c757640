/// Equal differences take up equal lengths.
struct LinearScale: Scale {
  let domain: Domain
  let range: PixelRange
  let map: AffineMap

  init(_ domain: Domain, _ range: PixelRange) {
    self.domain = domain
    self.range = range
    map = AffineMap(domain, range)
  }

  var affine: AffineMap? { map }

  func position(of value: Double) -> Double? {
    let position = map.position(of: value)
    return position.isNaN ? nil : position
  }

  func value(at position: Double) -> Double { map.value(at: position) ?? domain.lower }
}
