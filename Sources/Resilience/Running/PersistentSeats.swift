internal import Glibc

/// The programs that live on, one for each scenario that runs at the same time.
struct PersistentSeats {
  /// How long they may take to end, in units of 10 ms.
  private static let patience = 500

  private let settings: RunnerSettings
  private let environment: [String]
  private var seats: [PersistentSeat] = []
  /// How many seats and scenarios there were.
  private var seatCount = 0
  private var runCount = 0

  init(_ settings: RunnerSettings, environment: [String]) {
    self.settings = settings
    self.environment = environment
  }

  /// Runs a scenario with a program that is free, or with a new one.
  mutating func run(_ entry: SuiteEntry, turn: Int, _ handover: Handover) throws(RunnerError) -> ScenarioRun {
    seats.removeAll { !$0.isAlive }
    let seat: PersistentSeat
    if let free = seats.first(where: { !$0.isTaken }) {
      seat = free
    } else {
      seatCount += 1
      seat = try PersistentSeat(number: seatCount, settings, handover, environment: environment)
      seats.append(seat)
    }
    runCount += 1
    return try ScenarioRun(entry, turn: turn, settings, on: seat, number: runCount)
  }

  /// Lets all of them end.
  mutating func close() {
    for seat in seats { seat.close() }
    for _ in 0..<Self.patience where !seats.allSatisfy(\.hasEnded) { usleep(10_000) }
    seats = []
  }
}
