/// What a UDP datagram shows of QUIC to everybody on the path (RFC 8999, RFC 9000 section 17).
public struct VisibleQUIC: Hashable, Sendable {
  /// Whether it holds an Initial packet, with which a connection begins.
  public var hasInitial: Bool
  /// Whether it holds 0-RTT data, which only a client sends (RFC 9000 section 17.2.3).
  public var hasEarlyData: Bool
  /// The length of the 1-RTT packet at its end with its short header, in bytes; 0 if there is none.
  public var protectedLength: Int

  /// What a datagram holds.
  public init(hasInitial: Bool = false, hasEarlyData: Bool = false, protectedLength: Int = 0) {
    self.hasInitial = hasInitial
    self.hasEarlyData = hasEarlyData
    self.protectedLength = protectedLength
  }

  /// The longest 1-RTT packet that is taken for one with acknowledgements only: a short header with the longest connection ID and packet number
  /// (1 + 20 + 4 bytes), the tag of the cipher (16), and an ACK frame with ECN counts and a few gaps. A request is longer in practice.
  static let longestAcknowledgement = 80

  /// Whether it holds 1-RTT data that is longer than acknowledgements are.
  var hasProtectedData: Bool { protectedLength > Self.longestAcknowledgement }
}
