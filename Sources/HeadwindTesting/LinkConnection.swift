/// A TCP connection as seen at the client's end of the link. Times count from the start of the test.
public struct LinkConnection: Sendable, Hashable {
  /// The state of the connection.
  public enum State: String, Sendable, Decodable {
    /// The client has sent a SYN.
    case opening
    /// Both ends have acknowledged the handshake.
    case open
    /// One end has sent a FIN.
    case closing
    /// Both ends have sent a FIN, or one of them an RST.
    case closed
    /// The client's system no longer has a socket for it, but the wire showed no end.
    case abandoned
  }

  /// How an end closed it.
  public enum Ending: String, Sendable, Decodable {
    /// In order: no more bytes come from it (RFC 9293 section 3.6).
    case fin
    /// By a reset: what was on the way is lost (RFC 9293 section 3.10.7).
    case rst
  }

  /// The number in the capture, from 0, as Wireshark's `tcp.stream`.
  public let stream: Int
  /// How far it has come.
  public let state: State
  /// Whether the client is done with it: it has closed the connection, or the server has reset it.
  public let isClosedByClient: Bool
  /// The client's IP address, IPv4 or IPv6.
  public let clientAddress: String
  /// The client's port, which differs from connection to connection.
  public let clientPort: Int
  /// The IP address that the client connected to.
  public let serverAddress: String
  /// The port that the client connected to.
  public let serverPort: Int
  /// How many SYNs the client sent.
  public let syns: Int
  /// When the client sent the first SYN.
  public let opened: Duration
  /// When the handshake was complete; nil if it was not.
  public let connected: Duration?
  /// When the client first sent payload; nil if it has not.
  public let firstSent: Duration?
  /// When the first payload of the server arrived; nil if none has.
  public let firstReceived: Duration?
  /// When its last packet so far was seen, of either end.
  public let lastPacket: Duration
  /// Payload bytes, without retransmissions.
  public let sentBytes: Int
  /// Payload bytes of the server's that arrived, without retransmissions.
  public let receivedBytes: Int
  /// How the client closed it; nil if it has not.
  public let clientEnding: Ending?
  /// When the client closed it.
  public let clientEnded: Duration?
  /// How the server closed it; nil if it has not.
  public let serverEnding: Ending?
  /// When the server's FIN or RST arrived.
  public let serverEnded: Duration?
}

extension LinkConnection: Decodable {
  private enum Key: String, CodingKey {
    case stream, state, over, syns, opened, connected, last
    case clientAddress = "client_address"
    case clientPort = "client_port"
    case serverAddress = "server_address"
    case serverPort = "server_port"
    case firstSent = "first_sent"
    case firstReceived = "first_received"
    case sentBytes = "sent_bytes"
    case receivedBytes = "received_bytes"
    case clientEnd = "client_end"
    case clientEnded = "client_ended"
    case serverEnd = "server_end"
    case serverEnded = "server_ended"
  }

  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    let time = LinkStart.times(in: values, of: decoder)
    stream = try values.decode(Int.self, forKey: .stream)
    state = try values.decode(State.self, forKey: .state)
    isClosedByClient = try values.decode(Bool.self, forKey: .over)
    clientAddress = try values.decode(String.self, forKey: .clientAddress)
    clientPort = try values.decode(Int.self, forKey: .clientPort)
    serverAddress = try values.decode(String.self, forKey: .serverAddress)
    serverPort = try values.decode(Int.self, forKey: .serverPort)
    syns = try values.decode(Int.self, forKey: .syns)
    opened = try time(.opened) ?? .zero
    connected = try time(.connected)
    firstSent = try time(.firstSent)
    firstReceived = try time(.firstReceived)
    lastPacket = try time(.last) ?? .zero
    sentBytes = try values.decode(Int.self, forKey: .sentBytes)
    receivedBytes = try values.decode(Int.self, forKey: .receivedBytes)
    clientEnding = try values.decodeIfPresent(Ending.self, forKey: .clientEnd)
    clientEnded = try time(.clientEnded)
    serverEnding = try values.decodeIfPresent(Ending.self, forKey: .serverEnd)
    serverEnded = try time(.serverEnded)
  }
}

extension LinkConnection: CustomStringConvertible {
  public var description: String {
    var text = "\(stream) to \(serverAddress) port \(serverPort), \(state)"
    for (end, ending, time) in [("client", clientEnding, clientEnded), ("server", serverEnding, serverEnded)] {
      if let ending, let time { text += ", \(ending.rawValue.uppercased()) by the \(end) at \(time)" }
    }
    return text + ", \(sentBytes) bytes sent, \(receivedBytes) received"
  }
}
