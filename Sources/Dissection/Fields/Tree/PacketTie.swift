import Streams
import TLS

/// What a packet has in common with other packets whose trees depend on each other: a conversation, the packet that fragments are
/// of, an echo request.
public struct PacketTie: Sendable {
  /// Equal for packets that may be tied. It says nothing outside of this process.
  public let key: Int
  /// Whether nothing is known of earlier packets with this key, be it that there are none or that they were forgotten.
  public let isNew: Bool
}

/// How many conversations had begun before a packet: the number of the next one of each protocol.
public struct ConversationCounts: Sendable, Equatable {
  /// TCP conversations so far.
  public var tcp: Int
  /// UDP conversations so far.
  public var udp: Int

  /// QUIC connections so far.
  public var quic: Int

  /// So many conversations.
  public init(tcp: Int = 0, udp: Int = 0, quic: Int = 0) {
    self.tcp = tcp
    self.udp = udp
    self.quic = quic
  }
}

/// What all packets before one, whether they concern it or not, say for its tree.
public struct CapturePlace: Sendable {
  /// Nanoseconds since the Unix epoch.
  public var firstTime: Int64
  /// The time of the packet before; nil for the first one.
  public var previousTime: Int64?
  /// How many conversations had begun before it.
  public var conversations: ConversationCounts
  /// Whether what was known of conversations had been forgotten for lack of memory.
  public var forgetsConversations: Bool

  /// What ties a packet to those before it.
  public init(
    firstTime: Int64, previousTime: Int64?, conversations: ConversationCounts, forgetsConversations: Bool = false
  ) {
    self.firstTime = firstTime
    self.previousTime = previousTime
    self.conversations = conversations
    self.forgetsConversations = forgetsConversations
  }
}

// Trees out of order: a survey goes through the capture once and says which packets are tied. With that, the tree of any packet is
// made from the packets that it is tied to, and no others.
//
//     var surveyor = PacketDissector.surveyor(tables: tables)
//     surveyor.dissect(frame, bytes)            // every packet, in order
//     surveyor.ties, surveyor.conversations
//
//     dissector.resume(at: place)               // each packet that is tied to the one that is shown, in order
//     dissector.isSilent = frame.number != shown
//     dissector.dissect(frame, bytes, notes: notes)
extension PacketDissector {
  /// A dissector that says what ties packets to each other, and builds no trees.
  ///
  /// If the tables have private keys, it also reads TLS: a session that is resumed has its secret from a connection that nothing else ties
  /// to it, and the key log remembers it.
  public static func surveyor(
    tables: DissectorTables = DissectorTables(), memory: Int = PacketDissector.usualMemory
  ) -> PacketDissector {
    let readsTLS = tables.keys?.hasPrivateKeys == true
    let wanted: FieldSet = readsTLS ? [.tcpStream, .udpStream, .tlsRecordContentType] : [.tcpStream, .udpStream]
    var surveyor = PacketDissector(wanted: wanted, wantsText: false, tables: tables, memory: memory)
    surveyor.builder.ties = []
    surveyor.builder.isSilent = true
    return surveyor
  }

  /// What ties the packet that was dissected last to others; a surveyor says it.
  public var ties: [PacketTie] { builder.ties ?? [] }

  /// How many conversations have begun so far.
  public var conversations: ConversationCounts {
    ConversationCounts(
      tcp: builder.state.tcp.begun, udp: builder.state.datagrams.begun, quic: builder.state.quic.begun)
  }

  /// Whether packets only change what is known of the capture, and get no tree.
  public var isSilent: Bool {
    get { builder.isSilent }
    set { builder.isSilent = newValue }
  }

  /// Goes on at a later packet, as if all packets before it had been dissected and displayed.
  public mutating func resume(at place: CapturePlace) {
    builder.state.firstTime = place.firstTime
    builder.state.previousTime = place.previousTime
    builder.state.previousDisplayedTime = place.previousTime
    builder.state.tcp.resume(after: place.conversations.tcp, forgets: place.forgetsConversations)
    builder.state.datagrams.resume(after: place.conversations.udp, forgets: place.forgetsConversations)
    builder.state.quic.resume(after: place.conversations.quic)
  }
}

extension TreeBuilder {
  /// Notes that the packet at hand is tied to others.
  mutating func tie(_ key: some Hashable, isNew: Bool = false) {
    ties?.append(PacketTie(key: key.hashValue, isNew: isNew))
  }
}
