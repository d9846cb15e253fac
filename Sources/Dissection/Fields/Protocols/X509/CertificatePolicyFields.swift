import TextOutput
import Wire

/// The nodes of a certificate's policies (RFC 5280 section 4.2.1.4).
enum CertificatePolicyFields {
  static func add(_ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ value: DERElement) throws(DissectionStop) {
    try CertificateExtensionFields.addList(&tree, bytes, value, .x509ceCertificatePoliciesSyntax) {
      (tree, policy) throws(DissectionStop) in
      let mark = tree.begin(.x509cePolicyInformation, policy.range, .none)
      var parts = DERElements(of: policy)
      try tree.objectIdentifier(
        .x509cePolicyIdentifier, bytes, try parts.require(DERElement.objectIdentifier, bytes))
      if let qualifiers = try parts.next(DERElement.sequence, bytes) {
        try CertificateExtensionFields.addList(&tree, bytes, qualifiers, .x509cePolicyQualifiers) {
          (tree, qualifier) throws(DissectionStop) in
          try addQualifier(&tree, bytes, qualifier)
        }
      }
      tree.end(mark)
    }
  }

  private static func addQualifier(
    _ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ qualifier: DERElement
  ) throws(DissectionStop) {
    let mark = tree.begin(.x509cePolicyQualifierInfo, qualifier.range, .none)
    var parts = DERElements(of: qualifier)
    let kind = try tree.objectIdentifier(.x509ceId, bytes, try parts.require(DERElement.objectIdentifier, bytes))
    if let value = try parts.next(bytes) {
      switch kind {
      case "1.3.6.1.5.5.7.2.1":
        tree.add(.pkix1explicitDirectoryString, value.content, .string(bytes.text(value.content)))
      case "1.3.6.1.5.5.7.2.2": try addNotice(&tree, bytes, value)
      default: break
      }
    }
    tree.end(mark)
  }

  private static func addNotice(
    _ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ notice: DERElement
  ) throws(DissectionStop) {
    let mark = tree.begin(.pkix1implicitUserNotice, notice.range, .none)
    var parts = DERElements(of: notice)
    while let part = try parts.next(bytes) {
      guard let (choice, field) = texts[part.tag], let text = DERText.text(bytes, part) else { continue }
      let node = tree.begin(.pkix1implicitExplicitText, part.range, .unsigned(choice))
      tree.add(field, part.content, .string(text))
      tree.end(node)
    }
    tree.end(mark)
  }

  private static let texts: [UInt8: (UInt64, FieldID)] = [
    DERElement.ia5String: (0, .pkix1implicitIa5String), DERElement.visibleString: (1, .pkix1implicitVisibleString),
    DERElement.bmpString: (2, .pkix1implicitBmpString), DERElement.utf8String: (3, .pkix1implicitUtf8String),
  ]
}
