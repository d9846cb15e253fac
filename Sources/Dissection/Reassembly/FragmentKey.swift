import Wire

/// Which packet a fragment belongs to (RFC 791 section 3.2, RFC 8200 section 4.5).
struct FragmentKey: Hashable {
  var source: IPAddress
  var destination: IPAddress
  var identifier: UInt32
  var protocolNumber: UInt8
}
