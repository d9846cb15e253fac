import TextOutput
import Wire

extension PacketListing {
  /// Appends a stack of MPLS labels (RFC 3032) and what it carries.
  mutating func appendMPLS(_ bytes: Span<UInt8>, at start: Int, length: Int) throws(Truncation) {
    layer = "mpls"
    text.append("MPLS")
    var (offset, rest, isFirst) = (start, length, true)
    var label: MPLSLabel
    repeat {
      guard rest >= 4 else {
        appendInvalid()
        return try bytes.require(rest, at: offset)
      }
      label = MPLSLabel(rawValue: try bytes.get32(offset))
      text.append(!isFirst && options.verbosity > 0 ? "\n\t(label " : " (label ", label.label)
      isFirst = false
      if options.verbosity > 0, label.label < 16 {
        text.append(" (")
        text.append(Self.labelNames[Int(label.label)] ?? "rsvd")
        text.append(")")
      }
      text.append(", tc ", label.trafficClass)
      if label.isBottom { text.append(", [S]") }
      text.append(", ttl ", label.timeToLive)
      text.append(")")
      offset += 4
      rest -= 4
    } while !label.isBottom
    try appendLabelled(label, bytes, at: offset, length: rest)
  }

  private static let labelNames = [
    0: "IPv4 explicit NULL", 1: "router alert", 2: "IPv6 explicit NULL", 3: "implicit NULL",
  ]

  private mutating func appendLabelled(
    _ label: MPLSLabel, _ bytes: Span<UInt8>, at start: Int, length: Int
  ) throws(Truncation) {
    var version = label.label == 2 ? 6 : 4
    if ![0, 2, 3].contains(label.label) {
      guard length >= 1 else { return }
      switch try bytes.get8(start) {
      case 0x45...0x4F: version = 4
      case 0x60...0x6F: version = 6
      default: return try appendUnknown(bytes, at: start, length: length)
      }
    }
    text.append(options.verbosity > 0 ? "\n\t" : " ")
    if version == 4 {
      try appendIPv4(bytes, at: start, length: length)
    } else {
      try appendIPv6(bytes, at: start, length: length)
    }
  }
}
