public import Streams
public import TLS

/// How a capture is read for its exchanges.
public struct HTTPOptions: Sendable {
  /// How many bytes conversations, waiting segments and open exchanges may take in all; 64 MiB unless said otherwise.
  public var memory = 28 << 20
  /// Whether coded bodies are decoded for their size.
  public var decodesBodies = true
  /// The number of the exchange whose heads, bodies and packets are to be kept.
  public var wanted: Int?
  /// Whether the heads and bodies of every exchange are kept until it is handed over; not the list of its packets.
  public var keepsAll = false
  /// Whether messages of WebSockets, event streams and gRPC calls are handed over one by one, before their exchanges end.
  public var followsMessages = false
  /// The most that is kept of one body, in bytes; the rest is counted only.
  public var bodyLimit = HTTPDetail.bodyLimit
  /// What the user says of TCP ports: which conversations are HTTP although they do not begin like it, and which are not.
  public var applications = PortApplications()
  /// The secrets with which TLS connections are decrypted; it may gain some while packets are read.
  public var keys: KeyLog?
  /// Whether DNS is read, for the time that names took.
  public var resolvesNames = false
  /// Whether connections that failed before any request, and names that were not resolved, are given as exchanges without messages.
  public var reportsFailures = false
  /// Whether the frames of HTTP/2 are noted that belong to no message.
  package var notesControlFrames = false
  /// The one conversation to look at (Wireshark's `tcp.stream`); nil for all.
  public var stream: Int?

  /// The usual options.
  public init() {}
}
