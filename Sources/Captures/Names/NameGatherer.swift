public import Wire

/// Collects the names of addresses from DNS answers for the name resolution blocks of a pcapng file.
///
/// Source: draft-ietf-opsawg-pcapng section 4.5.
public struct NameGatherer: Sendable {
  private struct Pair: Hashable {
    var address: IPAddress
    var name: String
  }

  /// The limit on names. Further names are not remembered and not written.
  private static let most = 16_384

  private var known: Set<Pair> = []

  /// Knows no name yet.
  public init() {}

  /// A block with the new names from a frame, or nil.
  public mutating func block(for frame: Frame, _ bytes: Span<UInt8>) -> CaptureBlock? {
    let headers = PacketHeaders(frame, bytes)
    guard headers.isUDP, [53, 5353].contains(headers.sourcePort(in: bytes)),
      let message = try? DNSMessage(bytes, in: headers.payload), message.header.isResponse
    else { return nil }
    var body: [UInt8] = []
    for record in message.answers {
      guard let address = record.address else { continue }
      // First the canonical name and then the name in the question, because readers show the last one.
      for name in [record.name, message.questions.first?.name].compactMap({ $0 }).map(Self.text) where !name.isEmpty {
        guard known.count < Self.most, known.insert(Pair(address: address, name: name)).inserted else { continue }
        Self.append(address, name, to: &body)
      }
    }
    return body.isEmpty ? nil : .opaque(type: BlockType.names, body: body + [0, 0, 0, 0])
  }

  /// The name without the final dot.
  private static func text(_ name: DNSName) -> String {
    let text = name.description
    return text.hasSuffix(".") ? String(text.dropLast()) : text
  }

  private static func append(_ address: IPAddress, _ name: String, to body: inout [UInt8]) {
    var value: [UInt8] = []
    switch address {
    case .v4(let address): value.append(bigEndian: address.rawValue)
    case .v6(let address): address.append(to: &value)
    }
    // nrb_record_ipv4 is 1, nrb_record_ipv6 is 2; the name ends with a zero.
    let type: UInt8 = value.count == 4 ? 1 : 2
    value += Array(name.utf8.prefix(1024)) + [0]
    body += [type, 0, UInt8(value.count & 0xFF), UInt8(value.count >> 8)]
    body += value + [UInt8](repeating: 0, count: -value.count & 3)
  }
}

extension DNSRecord {
  fileprivate var address: IPAddress? {
    switch value {
    case .a(let address): .v4(address)
    case .aaaa(let address): .v6(address)
    default: nil
    }
  }
}
