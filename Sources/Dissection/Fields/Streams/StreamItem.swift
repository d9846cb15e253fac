/// A part of a packet's TCP payload, and what it turned out to be.
enum StreamItem {
  /// A message that this packet completes.
  case message(StreamMessage)
  /// A message within TLS, all of whose bytes came in earlier packets: the end of the connection completes it.
  case within(StreamMessage)
  /// Bytes of a message that is not complete yet, or that this packet completes: a range of the sender's stream.
  case segment(Range<Int64>)
  /// Bytes that no protocol claims.
  case data(Range<Int64>)
}
