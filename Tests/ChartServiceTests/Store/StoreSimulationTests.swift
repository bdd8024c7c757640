import StoreSimulation
import TestSupport
import Testing

@Suite("A store keeps what was acknowledged, whatever happens to the process and the disk")
struct StoreSimulationTests {
  /// `make simulate` runs as many as one wants. Seeds that have found a fault come first.
  static let seeds: [UInt64] = [
    38, 50, 72, 84, 88, 113, 118, 142, 151, 152, 178, 222, 234, 254, 298, 364, 367, 551, 553, 660, 690, 722, 806, 920,
    1183, 1871, 3619, 3784, 3790, 8876, 8914, 9074, 9183, 9936, 11522, 46414, 1_000_180, 1_000_353, 1_000_715,
    1_001_121, 1_001_599,
  ]

  @Test("Seeds that have found a fault", arguments: sample(seeds))
  func known(seed: UInt64) { #expect(Simulation(seed: seed).run().faults == []) }

  @Test("Seeds in a row", arguments: sample([10_000, 20_000, 30_000, 40_000, 1_000_000] as [UInt64]))
  func row(first: UInt64) {
    var (deaths, changes, refusals) = (0, 0, 0)
    for seed in first..<first + 40 {
      let outcome = Simulation(seed: seed).run()
      #expect(outcome.faults == [])
      (deaths, changes, refusals) = (deaths + outcome.deaths, changes + outcome.changes, refusals + outcome.refusals)
    }
    // It is no simulation where nothing happens.
    #expect(deaths > 80 && changes > 800 && refusals > 30)
  }
}
