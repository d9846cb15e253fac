public import Captures
import ContentCodings
import LinkConditions
import Resilience
import TLS
import Wire

/// Inputs to begin with.
public enum Seeds {
  private static let response =
    "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
    + "10\r\n{\"a\": [1, true]}\r\n0\r\n\r\n"
  private static let talks = [
    [
      "GET /a?b=c HTTP/1.1\r\nHost: x\r\n\r\n", response, "HEAD / HTTP/1.0\r\n\r\n",
      "HTTP/1.0 304 Not Modified\r\n\r\n",
    ],
    [
      "POST /x HTTP/1.1\r\nContent-Length: 3\r\nExpect: 100-continue\r\n\r\nabc", "HTTP/1.1 100 Continue\r\n\r\n", "",
      "HTTP/1.1 404 N\nContent-Type: text/event-stream\n\ndata: {}\n\n",
    ],
    [
      "GET /chat HTTP/1.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: x\r\n\r\n",
      "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n\r\n\u{1}\u{3}abc",
    ],
  ]
  private static let documents = [
    #"{"name": "\u00e9\ud83d\ude00", "list": [1, -2.5e10, true, false, null], "empty": {}}"#, "{}\n[]\n\"x\"\n",
  ]
  private static let filters = [
    "tcp.port in {80, 8000..8080} and not ip.addr == 10.0.0.0/8", "http.request.method matches \"(?i)get\"",
    "eth.src[0:3] == 00:11:22 || len(dns.qry.name) > 5",
    "frame.time >= \"2026-01-01 00:00:00\" and upper(http.host) == \"X\"",
    "!tcp.analysis.flags && tcp.flags & 0x12", "ip.ttl * 2 + 1 > 64",
  ]
  /// gzip of "hello" and a stored block of it.
  private static let bodies: [[UInt8]] = [
    [
      0x01, 0x1F, 0x8B, 0x08, 0, 0, 0, 0, 0, 0, 3, 0xCB, 0x48, 0xCD, 0xC9, 0xC9, 7, 0, 0x86, 0xA6, 0x10, 0x36, 5, 0, 0,
      0,
    ],
    [0x02, 0x01, 0x05, 0x00, 0xFA, 0xFF, 0x68, 0x65, 0x6C, 0x6C, 0x6F], [0x03, 0x0B, 0x02, 0x80, 0x68, 0x65, 0x6C, 3],
    [0x04, 0x28, 0xB5, 0x2F, 0xFD, 0x04, 0x58, 0x29, 0, 0, 0x68, 0x65, 0x6C, 0x6C, 0x6F, 0, 0, 0, 0],
  ]

  private static let requests = [
    "GET /search.json?q=a%20b&rpp=2 HTTP/1.1\r\nHost: x\r\nAccept-Encoding: gzip;q=0.5, *\r\n\r\n",
    "POST /upload HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n",
    "GET /status/204 HTTP/1.1\r\nHost: x\r\n\r\nHEAD /bytes/10 HTTP/1.0\r\n\r\n",
    "GET /delay/0.5 HTTP/1.1\r\nHost: x\r\n\r\n",
  ]
  /// The preface and empty settings of a client of HTTP/2, with what goes before and after: a request, an upgrade, a body in pieces.
  private static let http2Requests: [[UInt8]] = {
    let start = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8) + [0, 0, 0, 4, 0, 0, 0, 0, 0]
    let upgrade =
      "GET /bytes/9 HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n\r\n"
    // :method, :scheme, :path /bytes/9 and :authority x (RFC 7541 appendix C).
    func headers(_ method: UInt8, _ flags: UInt8, _ stream: UInt8) -> [UInt8] {
      let block = [method, 0x86, 0x04, 8] + Array("/bytes/9".utf8) + [0x41, 1, 0x78]
      return [0, 0, UInt8(block.count), 1, flags, 0, 0, 0, stream] + block
    }
    let body: [UInt8] = [0, 0, 2, 0, 0, 0, 0, 0, 3, 0x61, 0x62, 0, 0, 0, 0, 1, 0, 0, 0, 3]
    let rest: [UInt8] = [0, 0, 4, 8, 0, 0, 0, 0, 0, 0, 0, 1, 0] + [0, 0, 4, 3, 0, 0, 0, 0, 1, 0, 0, 0, 8]
    return [
      start + headers(0x82, 5, 1) + headers(0x83, 4, 3) + body + rest,
      Array(upgrade.utf8) + start + headers(0x82, 5, 3),
    ]
  }()
  private static let orders = [
    "connections since mark", "wait when request sent within 2 s", "capture /tmp/x.pcapng since 3", "mark begin",
    "Black Hole when response-started for 500 ms", "Edge after 2 s", "rebind after 1 s", "wait closed within 1 h",
  ]
  /// An empty pcap file of Ethernet.
  private static let emptyCapture: [UInt8] =
    [0xD4, 0xC3, 0xB2, 0xA1, 2, 0, 4, 0] + [UInt8](repeating: 0, count: 8) + [0, 0, 4, 0, 1, 0, 0, 0]
  /// RTM_NEWQDISC with a kind and options, and an error with words.
  private static let messages: [UInt8] =
    [56, 0, 0, 0, 36, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0] + [UInt8](repeating: 1, count: 20)
    + [10, 0, 1, 0] + Array("netem".utf8) + [0, 0, 0, 8, 0, 2, 0, 1, 2, 3, 4]
    + [48, 0, 0, 0, 2, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF] + [UInt8](repeating: 0, count: 16)
    + [12, 0, 1, 0] + Array("no such".utf8) + [0]

  /// A DNS query, a segment, a STUN message and a datagram of DTLS, as `FrameInput` takes them.
  static let frames: [[UInt8]] = {
    func record(_ type: UInt8, _ content: [UInt8]) -> [UInt8] {
      [type, 0xFE, 0xFD, 0, 0, 0, 0, 0, 0, 0, 1, 0, UInt8(content.count)] + content
    }
    let query: [UInt8] = [0, 1, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1, 0x61, 7] + Array("example".utf8) + [0, 0, 1, 0, 1]
    var packets: [[UInt8]] = [[], [], [], []]
    let (client, server) = (IPv4Address(10, 0, 0, 1), IPv4Address(10, 0, 0, 2))
    IPv4Header(source: client, destination: server, protocolNumber: .udp, payloadLength: 8 + query.count)
      .append(to: &packets[0])
    UDPHeader(sourcePort: 5000, destinationPort: 53, payloadLength: query.count).append(to: &packets[0])
    packets[0] += query
    let request = Array("GET / HTTP/1.1\r\nHost: example\r\n\r\n".utf8)
    IPv4Header(source: client, destination: server, protocolNumber: .tcp, payloadLength: 20 + request.count)
      .append(to: &packets[1])
    TCPHeader(sourcePort: 5000, destinationPort: 80, sequence: 1, acknowledgment: 1, flags: [.ack, .psh], window: 500)
      .append(to: &packets[1])
    packets[1] += request
    let mapped: [UInt8] = [0, 0x20, 0, 8, 0, 1, 0xA1, 0x47, 0xE1, 0x12, 0xA6, 0x43]
    let error: [UInt8] = [0, 9, 0, 5, 0, 0, 4, 1, 0x61, 0, 0, 0, 0, 6, 0, 1, 0x75, 0, 0, 0]
    let message =
      [1, 1, 0, 32, 0x21, 0x12, 0xA4, 0x42] + [UInt8](repeating: 7, count: 12) + mapped + error
    IPv4Header(source: server, destination: client, protocolNumber: .udp, payloadLength: 8 + message.count)
      .append(to: &packets[2])
    UDPHeader(sourcePort: STUNMessage.port, destinationPort: 5000, payloadLength: message.count)
      .append(to: &packets[2])
    packets[2] += message
    // A ClientHello with a cookie and `use_srtp`, the first half of a message, and an alert.
    let hello =
      [0xFE, 0xFD] + [UInt8](repeating: 7, count: 32) + [0, 2, 1, 2, 0, 2, 0xC0, 0x2B, 1, 0, 0, 13]
      + [0, 14, 0, 5, 0, 2, 0, 1, 0, 0, 43, 0, 0]
    let records =
      record(22, [1, 0, 0, UInt8(hello.count), 0, 0, 0, 0, 0, 0, 0, UInt8(hello.count)] + hello)
      + record(22, [11, 0, 0, 8, 0, 1, 0, 0, 0, 0, 0, 4, 0, 0, 5, 0]) + record(21, [2, 40])
    IPv4Header(source: client, destination: server, protocolNumber: .udp, payloadLength: 8 + records.count)
      .append(to: &packets[3])
    UDPHeader(sourcePort: 5001, destinationPort: 4433, payloadLength: records.count).append(to: &packets[3])
    packets[3] += records
    return packets.map { [0x31, 0] + $0 }
  }()

  /// How many frames of a capture stand in a row: enough for a connection and a request, and few enough to be tried often.
  private static let rowLength = 6

  /// The inputs that are made here.
  public static func all(for target: FuzzTarget) -> [[UInt8]] {
    switch target {
    case .file: []
    case .wire, .lines, .fields: frames
    case .reassembly: [FramesInput.encode(frames.map { Array($0.dropFirst(2)) }, linkType: .raw)]
    case .compressed: bodies.map { [0] + $0.dropFirst() } + [[1] + emptyCapture]
    case .http, .export, .follow, .statistics, .observation: talks.map(TalkInput.encode)
    case .http2: HTTP2Input.seeds
    case .quic: QUICInput.seeds
    case .beginning: BeginningInput.seeds
    case .http3: HTTP3Input.seeds
    case .messages: MessageInput.seeds
    case .secure: secure
    case .keyLog:
      KeyLogLabel.allCases.map { label in
        let digits = String(repeating: "0f", count: 32)
        return Array("# a comment\n\(label.rawValue) \(digits) \(digits)0123456789abcdef0123456789ABCDEF\n".utf8)
      }
    case .keyFile: keyFiles
    case .json: documents.map { [0x07] + Array($0.utf8) }
    case .filter: filters.map { Array($0.utf8) }
    case .coding: bodies
    case .profile: ProfileLibrary.shippedFiles.map(\.bytes)
    case .suite: StandardSuite.files.map(\.bytes)
    case .report: [report]
    case .dns: frames.prefix(1).flatMap { frame in (0..<6).map { [UInt8($0)] + frame.dropFirst(30) } }
    case .service:
      (requests.map { Array($0.utf8) } + http2Requests).flatMap { request in (0..<8).map { [UInt8($0)] + request } }
    case .console: ConsoleInput.seeds
    case .control: orders.map { Array($0.utf8) }
    case .netlink: [messages]
    case .relay: RelayInput.seeds
    case .greeting: [FarSideInput.hello]
    case .process: ["curl", "Web Content", "a, pid 7", "process x, pid 5"].map { Array($0.utf8) }
    }
  }

  /// The inputs that are in a capture file, besides the file itself: its frames one by one, and in rows.
  public static func all(for target: FuzzTarget, inCapture path: String) throws(CaptureError) -> [[UInt8]] {
    var (frames, linkType): ([[UInt8]], LinkType) = ([], .ethernet)
    var reader = try CaptureReader.open(path)
    while frames.count < 40, let frame = try reader.next() {
      linkType = frame.linkType
      var bytes: [UInt8] = []
      bytes.append(contentsOf: reader.bytes)
      frames.append(bytes)
    }
    guard let choice = FrameInput.linkTypes.firstIndex(of: linkType) else { return [] }
    switch target {
    case .wire, .lines, .fields:
      return frames.enumerated().map { [UInt8(choice) | ($0 & 1 == 0 ? 0x30 : 0x70), 0] + $1 }
    case .reassembly:
      return stride(from: 0, to: frames.count, by: rowLength).map {
        FramesInput.encode(Array(frames[$0..<min($0 + rowLength, frames.count)]), linkType: linkType)
      }
    default: return []
    }
  }
}
