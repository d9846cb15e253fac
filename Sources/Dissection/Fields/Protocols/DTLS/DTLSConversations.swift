import Streams
import TLS
import Wire

/// The state that the datagrams of a DTLS conversation share.
final class DTLSConversation {
  /// Tells its fragments from those of other conversations between the same hosts.
  let number: UInt16
  let session = TLSSession(over: .datagrams)

  init(number: UInt16) { self.number = number }

  /// The version of DTLS that the server has chosen, or else that of the first record that was no ClientHello.
  var version: UInt16? {
    switch session.version.map(ProtocolVersion.init(rawValue:)) {
    case .tls11: 0xFEFF
    case .tls12: 0xFEFD
    case .tls13: 0xFEFC
    default: nil
    }
  }

  /// Takes note of a record that is no ClientHello.
  func see(_ header: DTLSRecordHeader) {
    if session.version == nil { session.version = ProtocolVersion(rawValue: header.version).overStreams.rawValue }
  }

  /// True if the server has chosen DTLS 1.3.
  var isVersion13: Bool { session.version == ProtocolVersion.tls13.rawValue }
}

/// The DTLS conversations of a capture, and the fragments of messages that are not complete; the oldest go when there are too many.
struct DTLSConversations {
  /// The cost of one, with the name of its application protocol, in a table that is half full and in the order.
  private static let cost = 1024

  private var conversations: [FlowKey: DTLSConversation] = [:]
  private var order: [FlowKey] = []
  private var begun: UInt16 = 0
  private var fragments: FragmentAssembler
  /// Half of how many there may be.
  private let most: Int
  private var hasForgottenConversations = false

  /// - Parameter budget: how many bytes they may take, half of it for fragments.
  init(budget: Int) {
    most = max(16, budget / 2 / Self.cost / 2)
    fragments = FragmentAssembler(budget: budget / 2)
  }

  /// True if any was forgotten.
  var hasForgotten: Bool { hasForgottenConversations || fragments.counts.evictedPackets > 0 }

  /// The conversation between two endpoints, if it is known.
  subscript(key: FlowKey) -> DTLSConversation? { conversations[key] }

  /// The conversation between two endpoints, which begins here if it is not known.
  mutating func conversation(_ key: FlowKey) -> DTLSConversation {
    if let known = conversations[key] { return known }
    begun &+= 1
    let conversation = DTLSConversation(number: begun)
    conversations[key] = conversation
    order.append(key)
    if order.count > 2 * most {
      for old in order.prefix(most) { conversations[old] = nil }
      order.removeFirst(most)
      hasForgottenConversations = true
    }
    return conversation
  }

  /// Takes a fragment; gives the message if it is whole now. A message of more than 64 KB never is.
  mutating func join(
    _ fragment: Span<UInt8>, _ header: DTLSHandshakeHeader, of conversation: DTLSConversation, from source: IPAddress,
    to destination: IPAddress, frame: Int
  ) -> ReassembledPacket? {
    let key = FragmentKey(
      source: source, destination: destination,
      identifier: UInt32(conversation.number) << 16 | UInt32(header.messageSequence), protocolNumber: header.type)
    let place = FragmentPlace(
      offset: header.fragment.lowerBound, more: header.fragment.upperBound < header.messageLength)
    let whole = fragments.add(fragment, place, key, frame: frame)
    return whole?.bytes.count == header.messageLength ? whole : nil
  }
}
