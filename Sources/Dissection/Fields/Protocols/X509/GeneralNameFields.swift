import TextOutput
import Wire

/// The nodes of general names (RFC 5280 section 4.2.1.6): what a certificate is for.
enum GeneralNameFields {
  /// Adds a list of names below a node that counts them.
  ///
  /// - Parameter range: the names, without what holds them.
  static func addList(
    _ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ list: DERElement, _ field: FieldID
  ) throws(DissectionStop) {
    let count = try list.count(bytes)
    let mark = tree.begin(
      field, list.content, .unsigned(UInt64(count)),
      text: "\(field.field.label): \(DistinguishedNameFields.items(count))")
    var names = DERElements(of: list)
    while let name = try names.next(bytes) { try add(&tree, bytes, name, .x509ceGeneralName) }
    tree.end(mark)
  }

  /// Adds a name below a node that says of what kind it is.
  static func add(
    _ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ name: DERElement, _ field: FieldID
  ) throws(DissectionStop) {
    guard name.tag & 0xC0 == 0x80 else { throw .malformed }
    let kind = name.tag & 0x1F
    let mark = tree.begin(field, name.range, .unsigned(UInt64(kind)))
    switch kind {
    case 0: try addOther(&tree, bytes, name)
    case 1: tree.add(.x509ceRfc822Name, name.content, .string(bytes.text(name.content)))
    case 2: tree.add(.x509ceDNSName, name.content, .string(bytes.text(name.content)))
    case 4:
      let inner = try DERElement(
        bytes, at: name.content.lowerBound, until: name.content.upperBound, DERElement.sequence)
      _ = try DistinguishedNameFields.add(&tree, bytes, inner, .x509ceDirectoryName, .x509ifRdnSequence)
    case 6: tree.add(.x509ceUniformResourceIdentifier, name.content, .string(bytes.text(name.content)))
    case 7:
      // Those of name constraints have a mask behind the address, and no field.
      if name.content.count == 4 { try tree.ipv4(.x509ceIPAddressIpv4, bytes, name.content.lowerBound) }
      if name.content.count == 16 { try tree.ipv6(.x509ceIPAddressIpv6, bytes, name.content.lowerBound) }
    case 8: try tree.objectIdentifier(.x509ceRegisteredID, bytes, name)
    default: break
    }
    tree.end(mark)
  }

  private static func addOther(
    _ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ name: DERElement
  ) throws(DissectionStop) {
    let mark = tree.begin(.x509ceOtherName, name.range, .none)
    var parts = DERElements(of: name)
    try tree.objectIdentifier(.x509ceTypeId, bytes, try parts.require(DERElement.objectIdentifier, bytes))
    tree.end(mark)
  }
}
