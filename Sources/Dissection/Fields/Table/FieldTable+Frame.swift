extension FieldTable {
  /// Frame: the fields and their Wireshark definitions.
  static let frame: [Field] = [
    Field(.frame, "frame", .protocol, "Frame"),
    Field(.frameInterfaceId, "frame.interface_id", .uint32, "Interface id"),
    Field(.frameInterfaceName, "frame.interface_name", .string, "Interface name"),
    Field(.frameEncapType, "frame.encap_type", .int16, "Encapsulation type", values: .frameEncapType),
    Field(.frameTime, "frame.time", .absoluteTime, "Arrival Time"),
    Field(.frameOffsetShift, "frame.offset_shift", .relativeTime, "Time shift for this packet"),
    Field(.frameTimeEpoch, "frame.time_epoch", .relativeTime, "Epoch Time"),
    Field(.frameTimeDelta, "frame.time_delta", .relativeTime, "Time delta from previous captured frame"),
    Field(
      .frameTimeDeltaDisplayed, "frame.time_delta_displayed", .relativeTime, "Time delta from previous displayed frame"),
    Field(.frameTimeRelative, "frame.time_relative", .relativeTime, "Time since reference or first frame"),
    Field(.frameNumber, "frame.number", .uint32, "Frame Number"),
    Field(.frameLen, "frame.len", .uint32, "Frame length on the wire"),
    Field(.frameCapLen, "frame.cap_len", .uint32, "Frame length stored into the capture file"),
    Field(.frameMarked, "frame.marked", .boolean, "Frame is marked"),
    Field(.frameIgnored, "frame.ignored", .boolean, "Frame is ignored"),
    Field(.frameProtocols, "frame.protocols", .string, "Protocols in frame"),
  ]
}
