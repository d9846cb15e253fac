import CNetlink
import Glibc

/// Passes libnl's form of an address to a closure. A callee that stores it must take its own reference.
/// - Parameter text: an address of any family, with or without a prefix length.
func withNetlinkAddress(_ text: String, family: Int32 = AF_UNSPEC, _ body: (OpaquePointer) -> Void) throws {
  var address: OpaquePointer?
  guard nl_addr_parse(text, family, &address) == 0, let address else {
    throw LinkError("\(text) is not an address")
  }
  defer { nl_addr_put(address) }
  body(address)
}
