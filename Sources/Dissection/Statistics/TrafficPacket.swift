import Streams
import Wire

/// A packet as statistics of conversations see it.
struct TrafficPacket {
  var source: TrafficEnd
  var destination: TrafficEnd
  /// The segment, where conversations are those of TCP.
  var segment: TCPSegment?
}
