/// What is followed: the bytes of a conversation, or the messages in it.
public enum FollowLayer: String, CaseIterable, Sendable {
  case tcp, udp, http
}
