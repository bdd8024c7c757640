import Foundation
import StoreSimulation

/// `store-simulator SEED ROUNDS`: runs the simulation of a service that dies, for one seed after another.
guard CommandLine.arguments.count == 3, let first = UInt64(CommandLine.arguments[1]),
  let rounds = UInt64(CommandLine.arguments[2])
else {
  print("usage: store-simulator SEED ROUNDS")
  exit(2)
}

var (faults, deaths, losses, changes, refusals) = (0, 0, 0, 0, 0)
for seed in first..<first + rounds {
  let outcome = Simulation(seed: seed).run()
  (deaths, losses) = (deaths + outcome.deaths, losses + outcome.losses)
  (changes, refusals) = (changes + outcome.changes, refusals + outcome.refusals)
  for fault in outcome.faults {
    faults += 1
    print(fault)
    print("  to repeat: make simulate SEED=\(seed) ROUNDS=1")
  }
}
print(
  "\(rounds) seeds from \(first): \(deaths) deaths, \(losses) of them without power, \(changes) changes, \(refusals) refused, \(faults) faults"
)
exit(faults == 0 ? 0 : 1)
