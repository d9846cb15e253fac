import LinkConditions
import TestSupport
import Testing

/// The queue disciplines decide as those of Linux 6.1, packet for packet, at the kernel's own arrivals and turns.
///
/// The times of a recording are some microseconds off the kernel's own. Where a decision of CoDel hangs on less than that, it
/// comes one packet sooner or later, and the order of a fair queue's turns can differ for a moment.
struct DisciplineRecordingTests {
  /// Recordings in which nothing hangs on microseconds: all decisions are the same.
  @Test(arguments: ["codel-ecn", "codel-limit", "codel-threshold", "fq_codel-limit"])
  func everyDecisionIsTheKernels(name: String) throws {
    let recording = try DisciplineRecording(named: name)
    let replay = try DisciplineReplay(recording)
    #expect(replay.dropped == recording.dropped)
    #expect(replay.marked == Set(recording.marked))
    #expect(replay.left == recording.received)
  }

  /// How many packets leave in the same place, and how many are dropped or marked alike, of those of the kernel.
  @Test(
    arguments: [("codel", 600, 486, 435, 0), ("fq_codel", 2_894, 1_247, 1_247, 0), ("fq_codel-ecn", 197, 4, 4, 690)]
      as [(String, Int, Int, Int, Int)])
  func nearlyEveryDecisionIsTheKernels(name: String, places: Int, drops: Int, same: Int, marks: Int) throws {
    let recording = try DisciplineRecording(named: name)
    let replay = try DisciplineReplay(recording)
    #expect(replay.left.prefix(places) == recording.received.prefix(places))
    #expect(recording.dropped.count == drops)
    #expect(recording.dropped.intersection(replay.dropped).count >= same)
    #expect(abs(replay.dropped.count - drops) <= 1)
    #expect(Set(recording.marked).intersection(replay.marked).count >= marks)
  }

  /// PIE draws, so single decisions cannot be compared. Over a hundred seeds, packets wait about as long as in the kernel,
  /// in the mean and at the 95th percentile, within 10 %.
  @Test(arguments: ["pie", "pie-ecn"])
  func piesControllerIsTheKernels(name: String) throws {
    let recording = try DisciplineRecording(named: name)
    let replays = try (0..<100).map { try DisciplineReplay(recording, seed: UInt64($0) &* 0x9e37_79b9_7f4a_7c15) }
    for wait in [Self.mean, Self.late] {
      let (kernel, ours) = (wait(recording.waits), replays.map { wait($0.waits) }.sorted()[50])
      #expect(abs(ours / kernel - 1) < 0.1, "\(ours / 1e6) ms, the kernel \(kernel / 1e6) ms")
    }
  }

  private static let mean: @Sendable ([Int64]) -> Double = { Double($0.reduce(0, +)) / Double(max(1, $0.count)) }

  private static let late: @Sendable ([Int64]) -> Double = { Double($0.sorted()[$0.count * 95 / 100]) }
}
