import Captures
import Dissection
import TextOutput
import Wire

/// What a capture file holds, for those who have found nothing of what they looked for.
struct CaptureContents {
  /// More packets than this are not looked at: what a capture is about shows before.
  private static let mostPackets = 2_000_000
  /// So many names and ports are said.
  private static let mostNames = 3

  /// Packets in which one thing was the innermost that was recognized.
  private struct Kind {
    var count = 0
    /// Names or ports, escaped, in the order in which they first came.
    var names: [String] = []
  }

  private(set) var packets = 0
  private var kinds: [String: Kind] = [:]

  /// Reads files as far as they go.
  init(of paths: [String], side: CaptureSide, _ tables: DissectorTables) {
    let wanted = FieldSet([
      .frameProtocols, .tlsHandshakeExtensionsServerName, .tcpLen, .tcpDstport, .udpDstport,
    ])
    for path in paths {
      var dissector = PacketDissector(wanted: wanted, wantsText: false, tables: tables)
      // What ends the reading early has been said when the file was read for what was asked.
      guard var reader = try? CaptureReader.open(path, side: side) else { continue }
      while packets < Self.mostPackets, let frame = try? reader.next() {
        packets += 1
        dissector.dissect(frame, reader.bytes)
        add(dissector.tree, reader.bytes)
      }
    }
  }

  private mutating func add(_ tree: FieldTree, _ bytes: Span<UInt8>) {
    let protocols = tree.protocols
    func has(_ name: String) -> Bool { protocols.contains(name) }
    func first(_ field: FieldID) -> String? { tree.values(of: field, frame: bytes).first?.text }
    if has("tls") {
      count("TLS", first(.tlsHandshakeExtensionsServerName))
    } else if has("quic") {
      count("QUIC", first(.tlsHandshakeExtensionsServerName))
    } else if let name = ["dns", "mdns", "http", "websocket", "dhcp", "dhcpv6", "ntp", "arp"].first(where: has) {
      count(Self.titles[name] ?? name.uppercased(), nil)
    } else if has("tcp") {
      guard first(.tcpLen).flatMap({ Int($0) }) ?? 0 > 0 else { return count("TCP without data", nil) }
      count("other data over TCP", first(.tcpDstport).map { "port \($0)" })
    } else if has("udp") {
      count("other data over UDP", first(.udpDstport).map { "port \($0)" })
    } else {
      count("other protocols", nil)
    }
  }

  private static let titles = ["http": "HTTP/1", "websocket": "WebSocket", "mdns": "multicast DNS"]

  private mutating func count(_ kind: String, _ name: String?) {
    kinds[kind, default: Kind()].count += 1
    guard let name, kinds[kind]?.names.count ?? 0 <= Self.mostNames, kinds[kind]?.names.contains(name) == false else {
      return
    }
    kinds[kind]?.names.append(name)
  }

  func holds(_ kind: String) -> Bool { kinds[kind] != nil }

  /// `25 packets of TLS to search.example, 12 of DNS`; those of which there are most come first, those without data last.
  var words: String {
    let sorted = kinds.sorted { one, other in
      let (first, second) = (one.key == "TCP without data", other.key == "TCP without data")
      return first != second ? second : (other.value.count, one.key) < (one.value.count, other.key)
    }
    return sorted.enumerated().map { index, entry in
      let noun = index > 0 ? "" : entry.value.count == 1 ? "packet " : "packets "
      return "\(entry.value.count) \(noun)of \(entry.key)\(Self.places(entry.value))"
    }.joined(separator: ", ")
  }

  private static func places(_ kind: Kind) -> String {
    guard !kind.names.isEmpty else { return "" }
    let more = kind.names.count > mostNames ? " and others" : ""
    return " to " + kind.names.prefix(mostNames).joined(separator: ", ") + more
  }
}
