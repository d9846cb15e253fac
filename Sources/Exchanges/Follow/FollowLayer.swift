/// What is followed: the bytes of a conversation, or the messages in it.
public enum FollowLayer: String, CaseIterable, Sendable {
  /// A TCP or a UDP stream, or the messages of HTTP.
  case tcp, udp, http
}
