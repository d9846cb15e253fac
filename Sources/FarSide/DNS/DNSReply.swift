/// A message to send, and when.
package struct DNSReply: Equatable {
  package var message: [UInt8]
  /// How long to wait before it is sent, in nanoseconds.
  var delay: Int64 = 0
}
