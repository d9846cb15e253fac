import TextOutput
import Wire

/// The nodes of an AlgorithmIdentifier (RFC 5280 section 4.1.1.2), with the parameters that matter.
enum AlgorithmFields {
  /// Adds an algorithm below a node of its own; gives its number.
  @discardableResult
  static func add(
    _ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ element: DERElement, _ field: FieldID
  ) throws(DissectionStop) -> String {
    let mark = tree.begin(field, element.range, .none)
    var parts = DERElements(of: element)
    let identifier = try tree.objectIdentifier(
      .x509afAlgorithmId, bytes, try parts.require(DERElement.objectIdentifier, bytes))
    tree.setText(mark, "\(field.field.label): \(ObjectIdentifier.name(identifier) ?? identifier)")
    switch identifier {
    case "1.2.840.10045.2.1":
      if let curve = try parts.next(DERElement.objectIdentifier, bytes) {
        let choice = tree.begin(.pkcs1ECParameters, curve.range, .unsigned(1))
        try tree.objectIdentifier(.pkcs1NamedCurve, bytes, curve)
        tree.end(choice)
      }
    case "1.2.840.113549.1.1.10":
      if let parameters = try parts.next(DERElement.sequence, bytes) { try addPSS(&tree, bytes, parameters) }
    default: break
    }
    tree.end(mark)
    return identifier
  }

  /// The parameters of RSASSA-PSS (RFC 8017 appendix A.2.3).
  private static func addPSS(
    _ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ element: DERElement
  ) throws(DissectionStop) {
    let mark = tree.begin(.pkcs1RSASSAPSSParams, element.range, .none)
    var parts = DERElements(of: element)
    if let hash = try parts.next(0xA0, bytes) {
      try add(&tree, bytes, try inner(hash, bytes, DERElement.sequence), .pkcs1HashAlgorithm)
    }
    if let mask = try parts.next(0xA1, bytes) {
      let algorithm = try inner(mask, bytes, DERElement.sequence)
      let node = tree.begin(.pkcs1MaskGenAlgorithm, algorithm.range, .none)
      var maskParts = DERElements(of: algorithm)
      let identifier = try tree.objectIdentifier(
        .x509afAlgorithmId, bytes, try maskParts.require(DERElement.objectIdentifier, bytes))
      tree.setText(node, "Mask generation of the signature: \(ObjectIdentifier.name(identifier) ?? identifier)")
      if let hash = try maskParts.next(DERElement.sequence, bytes) {
        try add(&tree, bytes, hash, .pkcs1HashAlgorithmOfMask)
      }
      tree.end(node)
    }
    if let salt = try parts.next(0xA2, bytes) {
      let number = try inner(salt, bytes, DERElement.integer)
      tree.add(.pkcs1SaltLength, number.content, .signed(Int64(clamping: number.number(bytes) ?? 0)))
    }
    tree.end(mark)
  }

  /// The element in an element that only tags it.
  private static func inner(
    _ element: DERElement, _ bytes: Span<UInt8>, _ tag: UInt8
  ) throws(DissectionStop) -> DERElement {
    try DERElement(bytes, at: element.content.lowerBound, until: element.content.upperBound, tag)
  }
}
