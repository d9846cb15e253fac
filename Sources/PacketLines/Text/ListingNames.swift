import TextOutput

// Names of numbers and bits, as tcpdump's tables have them.

extension PacketListing {
  /// The names of the bits that are set, or `none`.
  mutating func appendFlagNames(
    _ flags: UInt32, _ names: [(bit: UInt32, name: String)], separator: String = ", ", none: String = "none"
  ) {
    var isFirst = true
    for (bit, name) in names where flags & bit != 0 {
      if !isFirst { text.append(separator) }
      text.append(name)
      isFirst = false
    }
    if isFirst { text.append(none) }
  }
}
