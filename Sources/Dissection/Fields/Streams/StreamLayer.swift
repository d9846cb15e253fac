/// What carries a conversation: how the tree names the parts of a message that came in several pieces.
enum StreamLayer {
  case tcp
  case tls

  var bufferName: String { self == .tcp ? "Message from TCP" : "Message from TLS" }
  var segmentName: String { self == .tcp ? "segment" : "record" }
  var segments: FieldID { self == .tcp ? .tcpSegments : .tlsSegments }
  var segment: FieldID { self == .tcp ? .tcpSegment : .tlsSegment }
  var segmentCount: FieldID { self == .tcp ? .tcpSegmentCount : .tlsSegmentCount }
  var reassembledLength: FieldID { self == .tcp ? .tcpReassembledLength : .tlsReassembledLength }
  var reassembledData: FieldID { self == .tcp ? .tcpReassembledData : .tlsReassembledData }
}
