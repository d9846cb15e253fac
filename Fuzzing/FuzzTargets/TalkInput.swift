import Dissection
import Exchanges
import TLS
import TextOutput
import Wire

/// What two ends say: for each segment a byte of who, which flags and whether it is repeated, a byte that moves its sequence
/// number, a byte of length, and the bytes. So inputs get past headers, and reach what the streams carry.
struct TalkInput {
  static let memory = 1 << 20

  /// The packets, numbered and timed, and which of them the client sent.
  let packets: [(frame: Frame, bytes: [UInt8], isFromClient: Bool)]

  init(_ input: [UInt8]) {
    var packets: [(frame: Frame, bytes: [UInt8], isFromClient: Bool)] = []
    var next: [UInt32] = [1000, 900_000]
    var place = 0
    while place + 3 <= input.count {
      let (choice, shift, length) = (input[place], Int8(bitPattern: input[place + 1]), Int(input[place + 2]))
      let payload = Array(input[(place + 3)..<min(input.count, place + 3 + length)])
      place += 3 + payload.count
      let speaker = Int(choice & 1)
      var flags: TCPFlags = choice & 2 == 0 ? [.ack, .psh] : []
      if choice & 4 != 0 { flags.insert(.syn) }
      if choice & 8 != 0 { flags.insert(.fin) }
      if choice & 16 != 0 { flags.insert(.rst) }
      let packet = Self.segment(
        speaker, sequence: next[speaker] &+ UInt32(bitPattern: Int32(shift)), acknowledgment: next[1 - speaker], flags,
        payload)
      for _ in 0..<(choice & 32 == 0 ? 1 : 2) {
        let number = packets.count + 1
        let frame = Frame(
          number: number, timestamp: Timestamp(nanoseconds: Int64(number) * 10_000_000), linkType: .raw,
          originalLength: packet.count)
        packets.append((frame, packet, speaker == 0))
      }
      next[speaker] &+= UInt32(payload.count) &+ (flags.isDisjoint(with: [.syn, .fin]) ? 0 : 1)
    }
    self.packets = packets
  }

  /// How what they say is read.
  static var options: HTTPOptions {
    var options = HTTPOptions()
    options.memory = memory
    options.keepsAll = true
    options.resolvesNames = true
    options.reportsFailures = true
    return options
  }

  /// The exchanges, and the trees of the packets.
  func read() {
    var reader = HTTPReader(Self.options)
    // A key log has all of TLS read, though no secret is in it.
    var tables = DissectorTables()
    tables.keys = KeyLog()
    var dissector = PacketDissector(tables: tables)
    for (frame, bytes, _) in packets {
      reader.read(frame, bytes.span)
      while reader.next() != nil {}
      Oracle.memory(reader.heldBytes, of: Self.memory, "HTTPReader")
      dissector.dissect(frame, bytes.span)
    }
    reader.finish()
    while reader.next() != nil {}
  }

  /// The exchanges as HAR, as lines of JSON, and the names that their bodies are given.
  func export() {
    for format in [ExchangeExport.Format.har, .jsonLines, .netLog, .spans] {
      var reader = HTTPReader(Self.options)
      var export = ExchangeExport(format, creator: (name: "fuzzing", version: "1"))
      export.begin()
      func take() {
        while let exchange = reader.next() {
          export.append(exchange, trouble: "")
          name(exchange)
        }
      }
      for (frame, bytes, _) in packets {
        reader.read(frame, bytes.span)
        take()
      }
      reader.finish()
      take()
      export.finish()
      export.text.withBytes { Oracle.json($0, isSequence: format == .jsonLines || format == .spans, "\(format)") }
    }
  }

  private func name(_ exchange: HTTPExchange) {
    for message in [exchange.request, exchange.response] {
      guard let message else { continue }
      let name = ObjectName.make(exchange, message, packet: 1)
      Oracle.printable(Array(name.utf8).span, "ObjectName")
      let isPlain =
        !name.contains("/") && !name.contains("\\") && ![".", "-"].contains(name.first) && name.utf8.count < 250
      guard isPlain, !name.isEmpty, name.last != ".", name.last != " " else { fatalError("ObjectName: \(name)") }
    }
  }

  /// What the conversation said, in every form.
  func follow() {
    for mode in FollowMode.allCases {
      for layer in [FollowLayer.tcp, .http] {
        var follower = StreamFollower(layer, stream: 0, mode: mode, options: Self.options)
        for (frame, bytes, _) in packets { follower.read(frame, bytes.span) }
        follower.finish()
        follower.text.withBytes { Oracle.printable($0, allowsCRLF: mode == .ascii, "follow \(layer),\(mode)") }
      }
    }
  }

  /// Tables of what was counted.
  func count() {
    var statistics: [any CaptureStatistic] = [
      HTTPStatistics(Self.options), DNSStatistics(), ProtocolStatistics(), IntervalStatistics(interval: 20_000_000),
      ConversationStatistics(.tcp, memory: Self.memory), EndpointStatistics(.ip, memory: Self.memory),
    ]
    for index in statistics.indices {
      for (frame, bytes, _) in packets { statistics[index].add(frame, bytes.span, isCounted: true) }
      statistics[index].finish()
      let table = statistics[index].table
      for line in table.lines { Oracle.text(line, "statistics") }
      for object in table.json { Oracle.json(Array(object.utf8).span, "statistics") }
    }
  }

  /// What is told of a link while it is up.
  func observe() {
    var log = TrafficLog(limit: 8, memory: Self.memory)
    var watch = ExchangeWatch(keys: KeyLog(), memory: Self.memory)
    for (frame, bytes, isFromClient) in packets {
      log.read(frame, bytes.span, isFromClient: isFromClient)
      _ = watch.read(frame, bytes.span, isFromClient: isFromClient)
    }
    guard log.connections.count <= 8 else { fatalError("TrafficLog: \(log.connections.count) connections") }
    let lines = log.connections.map { TrafficLines.text($0) } + log.exchanges.map { TrafficLines.text($0) }
    for line in lines {
      Oracle.line(line, "TrafficLines")
      Oracle.text(line, "TrafficLines")
      Oracle.json(Array(line.utf8).span, "TrafficLines")
    }
  }

  private static func segment(
    _ speaker: Int, sequence: UInt32, acknowledgment: UInt32, _ flags: TCPFlags, _ payload: [UInt8]
  ) -> [UInt8] {
    let ends: [(IPv4Address, UInt16)] = [(IPv4Address(10, 0, 0, 1), 50_000), (IPv4Address(10, 0, 0, 2), 80)]
    let (from, to) = (ends[speaker], ends[1 - speaker])
    var bytes: [UInt8] = []
    IPv4Header(source: from.0, destination: to.0, protocolNumber: .tcp, payloadLength: 20 + payload.count)
      .append(to: &bytes)
    TCPHeader(
      sourcePort: from.1, destinationPort: to.1, sequence: sequence, acknowledgment: acknowledgment, flags: flags,
      window: 500
    ).append(to: &bytes)
    return bytes + payload
  }

  /// The input that lines said by turns make, the client first.
  static func encode(_ turns: [String]) -> [UInt8] {
    turns.enumerated().reduce(into: []) { input, turn in
      var rest = Array(turn.element.utf8)[...]
      while !rest.isEmpty {
        let piece = rest.prefix(200)
        input += [UInt8(turn.offset & 1), 0, UInt8(piece.count)] + piece
        rest = rest.dropFirst(piece.count)
      }
    }
  }
}
