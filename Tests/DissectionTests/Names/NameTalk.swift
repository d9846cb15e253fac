import Exchanges
import Wire

/// The packets of a client that asks DNS for names and makes connections, in any order; times are in microseconds.
struct NameTalk {
  static let client = IPv4Address(192, 0, 2, 10)
  static let nameServer = IPv4Address(192, 0, 2, 53)
  static let server = IPv4Address(198, 51, 100, 7)
  static let other = IPv4Address(198, 51, 100, 8)

  private var packets: [(time: Int, bytes: [UInt8])] = []

  /// A question, of A records unless said otherwise.
  mutating func ask(
    _ time: Int, port: UInt16, id: UInt16, _ name: String = "a.example", _ type: DNSRecordType = .a,
    of resolver: IPv4Address = nameServer
  ) {
    send(time, Self.client, port, resolver, 53, Self.message(id, 0x0100, name, type, []))
  }

  /// An answer with addresses, or with a response code.
  mutating func answer(
    _ time: Int, port: UInt16, id: UInt16, _ name: String = "a.example", _ type: DNSRecordType = .a,
    _ addresses: [IPv4Address] = [server], code: UInt16 = 0, isTruncated: Bool = false,
    from resolver: IPv4Address = nameServer
  ) {
    let flags = 0x8180 | code | (isTruncated ? 0x0200 : 0)
    let addresses = type == .a && code == 0 && !isTruncated ? addresses : []
    send(time, resolver, 53, Self.client, port, Self.message(id, flags, name, type, addresses))
  }

  /// Both questions of glibc, from one port, and their answers.
  mutating func lookUp(_ asked: Int, _ answered: Int, port: UInt16, id: UInt16, _ name: String = "a.example") {
    ask(asked, port: port, id: id, name)
    ask(asked + 10, port: port, id: id + 1, name, .aaaa)
    answer(answered - 10, port: port, id: id, name)
    answer(answered, port: port, id: id + 1, name, .aaaa)
  }

  /// A connection with one exchange, of which the handshake takes 10 ms and all 30 ms.
  mutating func connect(
    _ time: Int, port: UInt16, to address: IPv4Address = server, host: String = "a.example", isAnswered: Bool = true
  ) {
    func packet(_ after: Int, isClient: Bool, _ flags: TCPFlags, _ next: (UInt32, UInt32), _ text: String = "") {
      let ends = [(Self.client, port), (address, UInt16(80))]
      let (from, to) = isClient ? (ends[0], ends[1]) : (ends[1], ends[0])
      let payload = Array(text.utf8)
      var bytes: [UInt8] = []
      IPv4Header(source: from.0, destination: to.0, protocolNumber: .tcp, payloadLength: 20 + payload.count)
        .append(to: &bytes)
      TCPHeader(
        sourcePort: from.1, destinationPort: to.1, sequence: isClient ? next.0 : next.1,
        acknowledgment: isClient ? next.1 : next.0, flags: flags
      ).append(to: &bytes)
      packets.append((time + after, bytes + payload))
    }
    packet(0, isClient: true, .syn, (1000, 0))
    guard isAnswered else { return }
    let request = "GET /\(port) HTTP/1.1\r\nHost: \(host)\r\n\r\n"
    let response = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"
    packet(10_000, isClient: false, [.syn, .ack], (1001, 5000))
    packet(10_010, isClient: true, .ack, (1001, 5001))
    packet(10_020, isClient: true, .ack, (1001, 5001), request)
    packet(30_000, isClient: false, .ack, (1001 + UInt32(request.utf8.count), 5001), response)
  }

  private static func message(
    _ id: UInt16, _ flags: UInt16, _ name: String, _ type: DNSRecordType, _ addresses: [IPv4Address]
  ) -> [UInt8] {
    guard let name = DNSName(name) else { return [] }
    var message = DNSMessage(identifier: id, flags: flags, questions: [DNSQuestion(name: name, type: type)])
    message.answers = addresses.map { DNSRecord(name: name, type: .a, timeToLive: 0, value: .a($0)) }
    var bytes: [UInt8] = []
    message.append(to: &bytes)
    return bytes
  }

  private mutating func send(
    _ time: Int, _ source: IPv4Address, _ sourcePort: UInt16, _ destination: IPv4Address, _ destinationPort: UInt16,
    _ payload: [UInt8]
  ) {
    var bytes: [UInt8] = []
    IPv4Header(source: source, destination: destination, protocolNumber: .udp, payloadLength: 8 + payload.count)
      .append(to: &bytes)
    for number in [sourcePort, destinationPort, UInt16(8 + payload.count), 0] { bytes.append(bigEndian: number) }
    packets.append((time, bytes + payload))
  }

  /// The exchanges, by the ports of their clients.
  func exchanges(reportsFailures: Bool = false) -> [UInt16: HTTPExchange] {
    var options = HTTPOptions()
    options.resolvesNames = true
    options.reportsFailures = reportsFailures
    var reader = HTTPReader(options)
    let inOrder = packets.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }
    for (index, packet) in inOrder.enumerated() {
      let frame = Frame(
        number: index + 1, timestamp: Timestamp(nanoseconds: Int64(packet.element.time) * 1000), linkType: .raw,
        originalLength: packet.element.bytes.count)
      reader.read(frame, packet.element.bytes.span)
    }
    reader.finish()
    return Dictionary(reader.rest().map { ($0.client.port, $0) }) { first, _ in first }
  }

  /// The time that each exchange waited for its name, in microseconds, by the ports of the clients.
  func waits() -> [UInt16: Int64] { exchanges().compactMapValues { $0.timings.dns.map { $0 / 1000 } } }
}
