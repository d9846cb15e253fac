import TextOutput
import Wire

/// The nodes of a certificate's extensions (RFC 5280 section 4.2).
enum CertificateExtensionFields {
  static func add(_ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ list: DERElement) throws(DissectionStop) {
    let count = try list.count(bytes)
    let mark = tree.begin(
      .x509afExtensions, list.content, .unsigned(UInt64(count)),
      text: "\(FieldID.x509afExtensions.field.label): \(DistinguishedNameFields.items(count))")
    var elements = DERElements(of: list)
    while let element = try elements.next(bytes) {
      guard element.tag == DERElement.sequence else { throw .malformed }
      try addOne(&tree, bytes, element)
    }
    tree.end(mark)
  }

  private static func addOne(
    _ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ element: DERElement
  ) throws(DissectionStop) {
    let mark = tree.begin(.x509afExtension, element.range, .none)
    var parts = DERElements(of: element)
    let identifier = try tree.objectIdentifier(
      .x509afExtensionId, bytes, try parts.require(DERElement.objectIdentifier, bytes))
    tree.setText(mark, "Extension: \(ObjectIdentifier.name(identifier) ?? identifier)")
    if let critical = try parts.next(DERElement.boolean, bytes) {
      tree.add(.x509afCritical, critical.content, .boolean(critical.number(bytes) != 0))
    }
    let value = try parts.require(DERElement.octetString, bytes)
    if let read = readers[identifier], !value.content.isEmpty {
      try read(&tree, bytes, try DERElement(bytes, at: value.content.lowerBound, until: value.content.upperBound))
    } else {
      tree.add(.x509afExtnValue, value.content, .bytes)
    }
    tree.end(mark)
  }

  private typealias Reader =
    @Sendable (inout TreeBuilder, Span<UInt8>, DERElement) throws(DissectionStop) -> Void

  private static let readers: [String: Reader] = [
    "2.5.29.14": { (tree, bytes, value) throws(DissectionStop) in
      tree.add(.x509ceSubjectKeyIdentifier, value.content, .bytes)
    },
    "2.5.29.15": { (tree, bytes, value) throws(DissectionStop) in try addKeyUsage(&tree, bytes, value) },
    "2.5.29.17": { (tree, bytes, value) throws(DissectionStop) in
      try GeneralNameFields.addList(&tree, bytes, value, .x509ceGeneralNames)
    },
    "2.5.29.18": { (tree, bytes, value) throws(DissectionStop) in
      try GeneralNameFields.addList(&tree, bytes, value, .x509ceGeneralNames)
    },
    "2.5.29.19": { (tree, bytes, value) throws(DissectionStop) in try addBasicConstraints(&tree, bytes, value) },
    "2.5.29.30": { (tree, bytes, value) throws(DissectionStop) in try addNameConstraints(&tree, bytes, value) },
    "2.5.29.31": { (tree, bytes, value) throws(DissectionStop) in try addDistributionPoints(&tree, bytes, value) },
    "2.5.29.32": { (tree, bytes, value) throws(DissectionStop) in
      try CertificatePolicyFields.add(&tree, bytes, value)
    },
    "2.5.29.35": { (tree, bytes, value) throws(DissectionStop) in try addAuthorityKey(&tree, bytes, value) },
    "2.5.29.37": { (tree, bytes, value) throws(DissectionStop) in
      try addList(&tree, bytes, value, .x509ceKeyPurposeIDs) { (tree, item) throws(DissectionStop) in
        try tree.objectIdentifier(.x509ceKeyPurposeId, bytes, item)
      }
    },
    "1.3.6.1.5.5.7.1.1": { (tree, bytes, value) throws(DissectionStop) in try addAccess(&tree, bytes, value) },
    "1.3.6.1.5.5.7.1.24": { (tree, bytes, value) throws(DissectionStop) in
      try addList(&tree, bytes, value, .pkix1explicitFeatures) { (tree, item) throws(DissectionStop) in
        tree.add(.pkix1explicitFeaturesItem, item.content, .unsigned(item.number(bytes) ?? 0))
      }
    },
  ]

  /// Adds the elements of a list below a node that counts them.
  static func addList(
    _ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ list: DERElement, _ field: FieldID,
    _ add: (inout TreeBuilder, DERElement) throws(DissectionStop) -> Void
  ) throws(DissectionStop) {
    let count = try list.count(bytes)
    let mark = tree.begin(
      field, list.content, .unsigned(UInt64(count)),
      text: "\(field.field.label): \(DistinguishedNameFields.items(count))")
    var elements = DERElements(of: list)
    while let element = try elements.next(bytes) { try add(&tree, element) }
    tree.end(mark)
  }

  private static let usages: [FieldID] = [
    .x509ceKeyUsageDigitalSignature, .x509ceKeyUsageContentCommitment, .x509ceKeyUsageKeyEncipherment,
    .x509ceKeyUsageDataEncipherment, .x509ceKeyUsageKeyAgreement, .x509ceKeyUsageKeyCertSign, .x509ceKeyUsageCRLSign,
    .x509ceKeyUsageEncipherOnly,
  ]

  private static func addKeyUsage(
    _ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ value: DERElement
  ) throws(DissectionStop) {
    guard value.tag == DERElement.bitString else { throw .malformed }
    try CertificateFields.addPadding(&tree, bytes, value)
    let bits = value.bits
    let mark = tree.begin(.x509ceKeyUsage, bits, .bytes)
    let first = bits.isEmpty ? 0 : UInt64(bytes[bits.lowerBound])
    let second = bits.count > 1 ? UInt64(bytes[bits.lowerBound + 1]) : 0
    for field in usages { tree.bits(field, of: first, bits) }
    tree.bits(.x509ceKeyUsageDecipherOnly, of: second, bits)
    tree.end(mark)
  }

  private static func addBasicConstraints(
    _ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ value: DERElement
  ) throws(DissectionStop) {
    let mark = tree.begin(.x509ceBasicConstraintsSyntax, value.range, .none)
    var parts = DERElements(of: value)
    if let authority = try parts.next(DERElement.boolean, bytes) {
      tree.add(.x509ceCA, authority.content, .boolean(authority.number(bytes) != 0))
    }
    if let length = try parts.next(DERElement.integer, bytes) {
      tree.add(.x509cePathLenConstraint, length.content, .unsigned(length.number(bytes) ?? .max))
    }
    tree.end(mark)
  }

  private static func addNameConstraints(
    _ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ value: DERElement
  ) throws(DissectionStop) {
    let mark = tree.begin(.x509ceNameConstraintsSyntax, value.range, .none)
    var parts = DERElements(of: value)
    while let part = try parts.next(bytes) {
      try addList(
        &tree, bytes, part, part.tag == 0xA0 ? .x509cePermittedSubtrees : .x509ceExcludedSubtrees
      ) { (tree, item) throws(DissectionStop) in
        let subtree = tree.begin(.x509ceGeneralSubtree, item.range, .none)
        var halves = DERElements(of: item)
        try GeneralNameFields.add(&tree, bytes, try halves.require(bytes), .x509ceBase)
        tree.end(subtree)
      }
    }
    tree.end(mark)
  }

  private static func addDistributionPoints(
    _ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ value: DERElement
  ) throws(DissectionStop) {
    try addList(&tree, bytes, value, .x509ceCRLDistPointsSyntax) { (tree, point) throws(DissectionStop) in
      let mark = tree.begin(.x509ceDistributionPointElement, point.range, .none)
      var parts = DERElements(of: point)
      if let name = try parts.next(0xA0, bytes) {
        let choice = try DERElement(bytes, at: name.content.lowerBound, until: name.content.upperBound)
        let node = tree.begin(.x509ceDistributionPoint, choice.range, .unsigned(UInt64(choice.tag & 0x1F)))
        if choice.tag == 0xA0 { try GeneralNameFields.addList(&tree, bytes, choice, .x509ceFullName) }
        tree.end(node)
      }
      tree.end(mark)
    }
  }

  private static func addAuthorityKey(
    _ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ value: DERElement
  ) throws(DissectionStop) {
    let mark = tree.begin(.x509ceAuthorityKeyIdentifier, value.range, .none)
    var parts = DERElements(of: value)
    while let part = try parts.next(bytes) {
      switch part.tag {
      case 0x80: tree.add(.x509ceKeyIdentifier, part.content, .bytes)
      case 0xA1: try GeneralNameFields.addList(&tree, bytes, part, .x509ceAuthorityCertIssuer)
      case 0x82:
        CertificateFields.addHexadecimal(&tree, .x509ceAuthorityCertSerialNumber, bytes, part.content)
      default: break
      }
    }
    tree.end(mark)
  }

  private static func addAccess(
    _ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ value: DERElement
  ) throws(DissectionStop) {
    try addList(&tree, bytes, value, .pkix1implicitAuthorityInfoAccessSyntax) { (tree, item) throws(DissectionStop) in
      let mark = tree.begin(.pkix1implicitAccessDescription, item.range, .none)
      var parts = DERElements(of: item)
      try tree.objectIdentifier(
        .pkix1implicitAccessMethod, bytes, try parts.require(DERElement.objectIdentifier, bytes))
      try GeneralNameFields.add(&tree, bytes, try parts.require(bytes), .pkix1implicitAccessLocation)
      tree.end(mark)
    }
  }
}
