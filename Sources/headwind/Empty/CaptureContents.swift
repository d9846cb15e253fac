import Captures
import Dissection
import TextOutput
import Wire

/// A summary of what a capture file contains, for messages when a search found nothing.
struct CaptureContents {
  /// The most packets that are examined, so that the explanation takes less time than the search did.
  private static let mostPackets = 100_000
  /// How many bytes may be remembered: enough for handshakes in several segments, and little beside what the search still has.
  private static let memory = 2 << 20
  /// The most names and ports in the summary.
  private static let mostNames = 3

  /// The packets of one kind, by the innermost protocol that was recognized.
  private struct Kind {
    var count = 0
    /// Names or ports, escaped, in the order of their first packets.
    var names: [String] = []
  }

  private(set) var packets = 0
  /// Whether the capture goes on after the packets that were examined.
  private var isPartial = false
  private var kinds: [String: Kind] = [:]

  /// Reads files as far as possible.
  init(of paths: [String], side: CaptureSide, _ tables: DissectorTables) {
    let wanted = FieldSet([
      .frameProtocols, .tlsHandshakeExtensionsServerName, .tcpLen, .tcpDstport, .udpDstport,
    ])
    for path in paths {
      var dissector = PacketDissector(wanted: wanted, wantsText: false, tables: tables, memory: Self.memory)
      // Ignore errors here, because they were reported when the file was first read.
      guard var reader = try? CaptureReader.open(path, side: side) else { continue }
      while let frame = try? reader.next() {
        isPartial = packets == Self.mostPackets
        if isPartial { return }
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
    if has("quic") {
      count("QUIC", first(.tlsHandshakeExtensionsServerName))
    } else if has("tls") {
      count("TLS", first(.tlsHandshakeExtensionsServerName))
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

  /// `25 packets of TLS to search.example, 12 of DNS`: the most frequent kinds first, and TCP without data last.
  var words: String {
    let sorted = kinds.sorted { one, other in
      let (first, second) = (one.key == "TCP without data", other.key == "TCP without data")
      return first != second ? second : (other.value.count, one.key) < (one.value.count, other.key)
    }
    return sorted.enumerated().map { index, entry in
      let noun = index > 0 ? "" : entry.value.count == 1 ? "packet " : "packets "
      return "\(entry.value.count) \(noun)of \(entry.key)\(Self.places(entry.value))"
    }.joined(separator: ", ") + (isPartial ? ", in the first \(packets) packets" : "")
  }

  private static func places(_ kind: Kind) -> String {
    guard !kind.names.isEmpty else { return "" }
    let more = kind.names.count > mostNames ? " and others" : ""
    return " to " + kind.names.prefix(mostNames).joined(separator: ", ") + more
  }
}
