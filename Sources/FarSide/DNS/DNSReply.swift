/// A message to send, and when.
struct DNSReply: Equatable {
  var message: [UInt8]
  /// How long to wait before it is sent, in nanoseconds.
  var delay: Int64 = 0
}
