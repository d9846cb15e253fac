package import Wire

/// Which packet a fragment belongs to (RFC 791 section 3.2, RFC 8200 section 4.5).
package struct FragmentKey: Hashable {
  package var source: IPAddress
  package var destination: IPAddress
  package var identifier: UInt32
  package var protocolNumber: UInt8

  package init(source: IPAddress, destination: IPAddress, identifier: UInt32, protocolNumber: UInt8) {
    self.source = source
    self.destination = destination
    self.identifier = identifier
    self.protocolNumber = protocolNumber
  }
}
