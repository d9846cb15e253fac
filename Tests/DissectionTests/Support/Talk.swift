import Wire

/// A TCP conversation being written down: what each end says, packet by packet, a millisecond apart.
struct Talk {
  enum Speaker { case client, server }

  var packets: [Packet] = []
  let client: Endpoint
  let server: Endpoint
  /// The next sequence number of each.
  var clientNext: UInt32
  var serverNext: UInt32
  /// The time of the next packet, in microseconds.
  var time = 0

  init(clientPort: UInt16 = 50_000, serverPort: UInt16 = 8000, sequence: UInt32 = 1000, handshake: Bool = true) {
    client = Endpoint(address: .v4(IPv4Address(10, 0, 0, 1)), port: clientPort)
    server = Endpoint(address: .v4(IPv4Address(10, 0, 0, 2)), port: serverPort)
    clientNext = sequence
    serverNext = sequence &+ 50_000
    guard handshake else { return }
    add(.client, flags: .syn)
    add(.server, flags: [.syn, .ack])
    add(.client, flags: .ack)
  }

  /// Three exchanges on one connection, named in `X-For`: packets 4 to 7 are a, 8 to 11 b, 12 to 15 c; the index is one less.
  static var threeExchanges: Talk {
    var talk = Talk()
    for name in ["a", "b", "c"] {
      talk.say(.client, "GET /\(name) HTTP/1.1\r\nHost: h\r\n\r\n")
      talk.time += 100_000
      talk.say(.server, "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nX-For: \(name)\r\n\r\n\(name)")
      talk.time += 100_000
    }
    talk.close()
    return talk
  }

  /// Adds one packet and counts it.
  mutating func add(_ speaker: Speaker, _ payload: [UInt8] = [], flags: TCPFlags = .ack, window: UInt16 = 65535) {
    let isClient = speaker == .client
    let sequence = isClient ? clientNext : serverNext
    var packet = Packet(
      from: isClient ? client : server, to: isClient ? server : client, sequence: sequence,
      acknowledgment: flags.contains(.ack) ? (isClient ? serverNext : clientNext) : 0, flags: flags, window: window,
      payload: payload)
    packet.time = time
    time += 1000
    packets.append(packet)
    let taken = UInt32(payload.count) + (flags.isDisjoint(with: [.syn, .fin]) ? 0 : 1)
    if isClient { clientNext &+= taken } else { serverNext &+= taken }
  }

  /// Says something in segments of `size` bytes, and has the other end acknowledge it.
  mutating func say(_ speaker: Speaker, _ bytes: [UInt8], size: Int = 1400) {
    var start = 0
    while start < bytes.count {
      let end = min(bytes.count, start + size)
      add(speaker, Array(bytes[start..<end]), flags: [.ack, .psh])
      start = end
    }
    add(speaker == .client ? .server : .client)
  }

  mutating func say(_ speaker: Speaker, _ text: String, size: Int = 1400) { say(speaker, Array(text.utf8), size: size) }

  /// Both ends close, `first` first.
  mutating func close(_ first: Speaker = .client) {
    let second: Speaker = first == .client ? .server : .client
    add(first, flags: [.fin, .ack])
    add(second, flags: [.fin, .ack])
    add(first)
  }
}
