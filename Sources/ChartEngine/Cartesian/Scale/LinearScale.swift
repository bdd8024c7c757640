/// Equal differences take up equal lengths.
struct LinearScale: StraightScale {
  let domain: Domain
  let range: PixelRange
  let map: AffineMap

  init(_ domain: Domain, _ range: PixelRange) {
    self.domain = domain
    self.range = range
    map = AffineMap(domain, range)
  }
}
