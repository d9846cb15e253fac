import Dissection
import Glibc
import Streams
import TestSupport
import Testing
import Wire

@Suite("TCP analysis agrees with tshark")
struct TCPAnalysisOracleTests {
  /// All that the analysis says, and the expert infos that come of it.
  private static let fields = FieldTable.fields.filter {
    $0.name.hasPrefix("tcp.analysis") || $0.name.hasPrefix("tcp.connection") || $0.name.hasPrefix("tcp.time")
      || [
        "tcp.stream", "tcp.completeness", "tcp.seq", "tcp.ack", "tcp.nxtseq", "tcp.window_size",
        "tcp.window_size_scalefactor", "_ws.expert.severity", "_ws.expert.group",
      ].contains($0.name)
  }

  /// How many conversations each seed gets; HEADWIND_FUZZ says more.
  private static let count = getenv("HEADWIND_FUZZ").flatMap { Int(String(cString: $0)) } ?? 150

  @Test("on conversations with everything that networks and ends do to segments", arguments: 0..<4)
  func random(_ seed: Int) throws {
    let offset = getenv("HEADWIND_SEED").flatMap { Int(String(cString: $0)) } ?? 0
    let packets = Self.packets(seed: seed + offset)
    try TemporaryFolder.with { directory in
      let path = directory + "/talks.pcap"
      try Files.write(SampleCaptures.file(packets), to: path)
      let ours = try CaptureFile.columns(path, Self.fields.map(\.id))
      let theirs = try Wireshark.read(path, ["-T", "fields"] + Self.fields.flatMap { ["-e", $0.name] })
      #expect(ours.count == theirs.count)
      var differences: [String: String] = [:]
      for (row, (own, other)) in zip(ours, theirs).enumerated() where own != other {
        let (left, right) = (columns(own), columns(other))
        for (field, (mine, their)) in zip(Self.fields, zip(left, right)) where mine != their {
          let stream = left[Self.fields.firstIndex { $0.name == "tcp.stream" } ?? 0]
          let text = "packet \(row + 1), stream \(stream): \(mine) instead of \(their)"
          differences[field.name] = differences[field.name] ?? text
        }
      }
      for (name, text) in differences.sorted(by: { $0.key < $1.key }) { Issue.record("\(name): \(text)") }
      if !differences.isEmpty, let kept = getenv("HEADWIND_KEEP") {
        try Files.write(SampleCaptures.file(packets), to: String(cString: kept))
      }
    }
  }

  /// What an exchange is told of its packets comes from the same rules as the tree's fields.
  ///
  /// A late or repeated SYN is left out: Wireshark takes one with the old sequence number for the same conversation even
  /// after that has ended.
  @Test("and the findings of exchanges agree with it", arguments: 4..<8)
  func findings(_ seed: Int) throws {
    let packets = Self.packets(seed: seed, repeatsSYN: false)
    var flows = FlowTable(budget: 64 << 20)
    var noted = NotedFindings()
    for (index, packet) in packets.enumerated() {
      let frame = Frame(
        number: index + 1, timestamp: Timestamp(nanoseconds: Int64(packet.time) * 1000), linkType: .raw,
        originalLength: packet.bytes.count)
      flows.read(frame, packet.bytes.span, &noted)
    }
    try TemporaryFolder.with { directory in
      let path = directory + "/talks.pcap"
      try Files.write(SampleCaptures.file(packets), to: path)
      let names = ["tcp.analysis.retransmission", "tcp.analysis.out_of_order", "tcp.analysis.keep_alive"]
      let rows = try Wireshark.read(path, ["-T", "fields"] + names.flatMap { ["-e", $0] })
      for (index, kind) in [TCPFinding.Kind.retransmission, .outOfOrder, .keepAlive].enumerated() {
        let theirs = rows.indices.filter { !columns(rows[$0])[index].isEmpty }.map { $0 + 1 }
        let ours = noted.packets[kind] ?? []
        #expect(ours == theirs, "\(kind)")
        if ours != theirs, let kept = getenv("HEADWIND_KEEP") {
          try Files.write(SampleCaptures.file(packets), to: String(cString: kept))
        }
        #expect(!theirs.isEmpty)
      }
    }
  }

  private static func packets(seed: Int, repeatsSYN: Bool = true) -> [Packet] {
    var generator = TroubledTalk(seed: UInt64(seed), repeatsSYN: repeatsSYN)
    var packets: [Packet] = []
    for _ in 0..<count {
      let start = (packets.map(\.time).max() ?? 0) + 1_000_000
      packets += generator.next().map { packet in
        var packet = packet
        packet.time += start
        return packet
      }
    }
    return packets
  }

  private func columns(_ row: some StringProtocol) -> [String] {
    String(row).split(separator: "\t", omittingEmptySubsequences: false).map { String($0) }
  }
}

/// The numbers of the packets in which something was found.
private struct NotedFindings: StreamConsumer {
  var packets: [TCPFinding.Kind: [Int]] = [:]
  var heldBytes: Int { 0 }

  mutating func note(_ finding: TCPFinding, _ flow: Int) {
    packets[finding.kind, default: []].append(finding.packet.number)
  }
  mutating func open(_ flow: Int, _ identity: FlowIdentity) {}
  mutating func connect(_ flow: Int, opened: PacketMark, connected: PacketMark) {}
  mutating func receive(_ bytes: Span<UInt8>, _ piece: StreamPiece) {}
  mutating func miss(_ count: Int64, _ piece: StreamPiece) {}
  mutating func end(_ flow: Int, _ side: FlowSide, _ now: PacketMark) {}
  mutating func reset(_ flow: Int, _ side: FlowSide, _ now: PacketMark) {}
  mutating func close(_ flow: Int, _ closure: FlowClosure, _ now: PacketMark) {}
}

/// Conversations with lost, repeated and late segments, zero windows, probes, keep-alives, resets and ports used again.
private struct TroubledTalk {
  private var random: SeededGenerator
  /// Whether a SYN may come in the middle of a conversation.
  private let repeatsSYN: Bool

  init(seed: UInt64, repeatsSYN: Bool) {
    random = SeededGenerator(seed: seed)
    self.repeatsSYN = repeatsSYN
  }

  mutating func next() -> [Packet] {
    // Few ports, so that they are used again; some numbers that soon wrap around.
    let sequence: UInt32 = random.chance(30) ? .max - UInt32(random.below(3000)) : UInt32(random.below(1 << 30)) + 1
    var talk = Talk(
      clientPort: 50_000 + UInt16(random.below(40)), serverPort: 9000, sequence: sequence, handshake: random.chance(80))
    let windows: [UInt16] = [0, 10, 100, 1000, 1000, 65_535, 65_535]
    for _ in 0..<(5 + random.below(30)) { step(&talk, windows) }
    if random.chance(50) { talk.close(random.chance(50) ? .client : .server) }
    return disturbed(talk.packets)
  }

  private mutating func step(_ talk: inout Talk, _ windows: [UInt16]) {
    let speaker: Talk.Speaker = random.chance(60) ? .client : .server
    let window = windows[random.below(windows.count)]
    switch random.below(20) {
    case 0: keepAlive(&talk, speaker)
    case 1: talk.add(speaker, [65], flags: [.ack, .psh], window: window)
    case 2: for _ in 0...random.below(5) { talk.add(speaker, window: window) }
    case 3: talk.add(speaker, flags: random.chance(50) ? [.rst, .ack] : .rst, window: window)
    case 4: talk.add(speaker, flags: [.fin, .ack], window: window)
    case 5 where repeatsSYN: talk.add(speaker, flags: random.chance(50) ? .syn : [.syn, .ack], window: window)
    case 6...8: talk.add(speaker, window: window)
    default:
      let bytes = random.bytes(1 + random.below(900))
      talk.add(speaker, bytes, flags: random.chance(40) ? [.ack, .psh] : .ack, window: window)
    }
    if random.chance(5) { talk.time += 300_000 }
  }

  private func keepAlive(_ talk: inout Talk, _ speaker: Talk.Speaker) {
    if speaker == .client { talk.clientNext &-= 1 } else { talk.serverNext &-= 1 }
    talk.add(speaker)
    if speaker == .client { talk.clientNext &+= 1 } else { talk.serverNext &+= 1 }
    talk.add(speaker == .client ? .server : .client)
  }

  /// Some are lost, some come again, some come later.
  private mutating func disturbed(_ packets: [Packet]) -> [Packet] {
    var result: [Packet] = []
    for packet in packets {
      let chance = random.below(100)
      if chance < 6 { continue }
      var packet = packet
      let mayComeLate = repeatsSYN || packet.bytes[33] & TCPFlags.syn.rawValue == 0
      if chance < 14, mayComeLate { packet.time += random.below(8000) }
      result.append(packet)
      if chance > 92, mayComeLate {
        packet.time += [0, 10, 2500, 15_000, 250_000][random.below(5)]
        result.append(packet)
      }
    }
    return result.sorted { $0.time < $1.time }
  }
}
