import Wire

/// The state of walking the extension headers of an IPv6 packet.
struct IPv6Chain {
  var ip: IPContext
  /// Where the next header is.
  var offset: Int
  /// What it is.
  var number: IPProtocol
  /// The bytes from `offset` to the end of the packet, as its headers say.
  var length: Int
  /// The length of the packet as the link layer says.
  var linkLength: Int
  /// The payload length of the IPv6 header.
  var payloadLength: Int
  /// The payload length of a valid jumbo payload option, or 0.
  var jumboLength: Int = 0
  /// Whether a header other than IPv6's own has been read.
  var hasExtension: Bool = false
  var hasHopByHop: Bool = false
  /// Whether nothing more is to be appended.
  var isEnded: Bool = false

  init(
    ip: IPContext, offset: Int, number: IPProtocol, length: Int, linkLength: Int, payloadLength: Int
  ) {
    self.ip = ip
    self.offset = offset
    self.number = number
    self.length = length
    self.linkLength = linkLength
    self.payloadLength = payloadLength
  }
}
