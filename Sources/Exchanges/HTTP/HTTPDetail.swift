public import Streams

/// What an exchange said, byte for byte, and where it came from. Kept only where it was asked for.
public struct HTTPDetail: Sendable {
  /// The most that is kept of one body, in bytes.
  public static let bodyLimit = 32 << 20
  /// The most places that are kept.
  package static let sourceLimit = 100_000

  /// A piece of a stream, and the packet it came in.
  public struct Source: Hashable, Sendable {
    /// Who sent it.
    public var party: HTTPParty
    /// Where it is in the stream of its sender.
    public var range: Range<Int64>
    /// The packet with its first byte.
    public var packet: PacketMark
  }

  /// The heads as they came, up to the empty line.
  public internal(set) var requestHead: [UInt8] = []
  /// The heads of 1xx responses and of the final one.
  public internal(set) var responseHead: [UInt8] = []
  /// Where in them the final one begins.
  public internal(set) var finalHeadStart = 0
  /// The bodies with their codings undone, as far as that went.
  public internal(set) var requestBody: [UInt8] = []
  /// The response's body, without its content coding.
  public internal(set) var responseBody: [UInt8] = []
  /// Whether bytes of a body were left out because it is longer than the limit, or because the memory was used up.
  public internal(set) var isRequestBodyCut = false
  /// Whether the body is longer than what was kept.
  public internal(set) var isResponseBodyCut = false
  /// The messages that its bodies, or its WebSocket, carried: the first of them, and how many there were.
  public internal(set) var messages: [ExchangeMessage] = []
  /// How many messages there are, also those that were not kept.
  public internal(set) var messageCount = 0
  /// The packets that brought the messages, in the order of the streams, the client's first.
  public internal(set) var sources: [Source] = []

  package mutating func cutBodies(to limit: Int) {
    if requestBody.count > limit {
      requestBody = Array(requestBody.prefix(limit))
      isRequestBodyCut = true
    }
    if responseBody.count > limit {
      responseBody = Array(responseBody.prefix(limit))
      isResponseBodyCut = true
    }
  }

  /// What it holds, in bytes.
  package var heldBytes: Int {
    requestHead.count + responseHead.count + requestBody.count + responseBody.count
      + sources.count * MemoryLayout<Source>.stride
  }
}
