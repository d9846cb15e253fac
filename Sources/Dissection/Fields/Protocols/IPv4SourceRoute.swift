import Wire

/// A source route among the options of an IPv4 header (RFC 791): the header then has the next address, the option the last.
struct IPv4SourceRoute {
  /// Where the destination is: the last address of the route.
  let destination: Int

  /// Nil where there is none, or one that was gone to its end.
  init?(_ bytes: Span<UInt8>, _ header: Range<Int>) {
    var position = header.lowerBound + 20
    while position < header.upperBound {
      let kind = bytes[position]
      if kind == 0 { return nil }
      if kind == 1 {
        position += 1
        continue
      }
      guard position + 1 < header.upperBound else { return nil }
      let length = Int(bytes[position + 1])
      guard length >= 2, position + length <= header.upperBound else { return nil }
      if kind == 131 || kind == 137 {
        guard length >= 7 else { return nil }
        let pointer = Int(bytes[position + 2])
        guard pointer >= 4, pointer % 4 == 0, pointer <= length else { return nil }
        destination = position + length - 4
        return
      }
      position += length
    }
    return nil
  }
}
