import LinkConditions
import Testing

/// The emulator makes the same decisions as netem in kernel 6.12, packet for packet.
struct KernelRecordingTests {
  /// The fates of a packet list in the emulator, in the words of the recording.
  struct Run {
    var fates: [Character] = []
    var departures: [Departure] = []

    init(_ recording: KernelRecording) throws {
      var emulator = LinkEmulator(conditions: try recording.conditions(), seed: recording.seed)
      for (number, sent) in recording.outcome.sentNs.enumerated() {
        let now = LinkInstant(nanoseconds: sent)
        while let departure = emulator.depart(at: now) { departures.append(departure) }
        let lengths = recording.packets.lengthsRepeated ?? [recording.packets.length ?? 0]
        let length = lengths[number % lengths.count]
        let admission = emulator.admit(
          LinkPacket(handle: Int32(number), frameLength: length, ipLength: length - 14, isECNCapable: number % 2 == 0),
          at: now)
        fates.append(admission.drop == .queueLimit ? "F" : Character("\(admission.queuedCopies)"))
        // A packet that overtakes leaves at once.
        while let departure = emulator.depart(at: now) { departures.append(departure) }
      }
      while let next = emulator.nextDeparture, let departure = emulator.depart(at: next) {
        departures.append(departure)
      }
    }
  }

  @Test func theRecordingsAreThere() {
    #expect(KernelRecording.names.count == 26)
  }

  @Test(arguments: KernelRecording.names)
  func fates(name: String) throws {
    let recording = try KernelRecording(named: name)
    let run = try Run(recording)
    let from = recording.exactFrom
    #expect(String(run.fates.dropFirst(from)) == String(recording.outcome.fates.dropFirst(from)))
  }

  @Test(arguments: KernelRecording.names)
  func marksAndCorruptions(name: String) throws {
    let recording = try KernelRecording(named: name)
    let run = try Run(recording)
    let corrupted = Set(run.departures.filter { $0.corruptedBit != nil }.map { Int($0.handle) })
    #expect(corrupted == Set((recording.outcome.corruptedBits ?? [:]).keys.compactMap { Int($0) }))
    let marked = Set(run.departures.filter(\.isMarked).map { Int($0.handle) })
    #expect(marked == Set(recording.outcome.markedCe ?? []))
  }

  /// Each packet arrives when the emulator says, plus up to 50 us of the recording machine's own transit.
  @Test(arguments: KernelRecording.names)
  func departures(name: String) throws {
    let recording = try KernelRecording(named: name)
    let run = try Run(recording)
    let from = recording.exactFrom
    let order: [Int] =
      switch recording.outcome.order {
      case .packets(let packets): packets
      case .input:
        // The recorder's word for "as sent": each packet as often as its fate says.
        zip(0..., recording.outcome.fates).flatMap { Array(repeating: $0, count: $1.wholeNumberValue ?? 0) }
      }
    #expect(order.count == recording.outcome.receivedNs.count)
    // The delivery times of each packet, earliest first. Two packets that are due within 50 us may be swapped.
    var expected: [Int: [Int64]] = [:]
    for (packet, received) in zip(order, recording.outcome.receivedNs) where packet >= from {
      expected[packet, default: []].append(received)
    }
    var got: [Int: [Int64]] = [:]
    for departure in run.departures where Int(departure.handle) >= from {
      // A negative delay counts as zero.
      got[Int(departure.handle), default: []].append(
        max(departure.due.nanoseconds, departure.admitted.nanoseconds))
    }
    #expect(Set(got.keys) == Set(expected.keys))
    var errors: [Int64] = []
    for (packet, instants) in expected {
      let own = got[packet, default: []].sorted()
      #expect(own.count == instants.count, "packet \(packet)")
      for (received, due) in zip(instants.sorted(), own) { errors.append(received - due) }
    }
    errors.sort()
    #expect(errors.allSatisfy { (0...50_000).contains($0) }, "\(errors.first ?? 0) ... \(errors.last ?? 0) ns")
    #expect(errors[errors.count / 2] < 12_000)
  }
}
