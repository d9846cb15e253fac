import TextOutput
import Wire

/// The nodes of an X.509 certificate (RFC 5280 section 4.1).
///
/// The tree needs the bytes that each part is made from, which a parser for values does not tell.
enum CertificateFields {
  /// Adds a certificate that takes a range of the bytes; what is no certificate is said to be none.
  static func add(_ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ range: Range<Int>, _ certificate: NodeMark) {
    let depth = tree.depth
    do throws(DissectionStop) {
      let whole = try DERElement(bytes, at: range.lowerBound, until: range.upperBound, DERElement.sequence)
      var parts = DERElements(of: whole)
      let subject = try addSigned(&tree, bytes, try parts.require(DERElement.sequence, bytes))
      if let subject {
        let start = TextFormat.hex([UInt8](bytes.extracting(range).extracting(first: 36)))
        tree.setText(certificate, "Certificate of \(subject): \(start)\(range.count > 36 ? "…" : "")")
      }
      try AlgorithmFields.add(&tree, bytes, try parts.require(DERElement.sequence, bytes), .x509afAlgorithmIdentifier)
      let signature = try parts.require(DERElement.bitString, bytes)
      try addPadding(&tree, bytes, signature)
      tree.add(.x509afEncrypted, signature.bits, .bytes)
    } catch {
      tree.depth = depth
      tree.expert(nil, .warning, "The certificate cannot be read", .malformed)
    }
  }

  /// Adds what the issuer has signed; gives the subject in a line.
  private static func addSigned(
    _ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ signed: DERElement
  ) throws(DissectionStop) -> String? {
    let mark = tree.begin(.x509afSignedCertificate, signed.range, .none)
    var parts = DERElements(of: signed)
    if let version = try parts.next(0xA0, bytes) {
      let number = try DERElement(
        bytes, at: version.content.lowerBound, until: version.content.upperBound, DERElement.integer)
      tree.add(.x509afVersion, number.content, .signed(Int64(clamping: number.number(bytes) ?? 0)))
    }
    let serial = try parts.require(DERElement.integer, bytes)
    addHexadecimal(&tree, .x509afSerialNumber, bytes, serial.content)
    try AlgorithmFields.add(&tree, bytes, try parts.require(DERElement.sequence, bytes), .x509afSignature)
    _ = try DistinguishedNameFields.add(
      &tree, bytes, try parts.require(DERElement.sequence, bytes), .x509afIssuer, .x509ifRdnSequence)
    try addValidity(&tree, bytes, try parts.require(DERElement.sequence, bytes))
    let subject = try DistinguishedNameFields.add(
      &tree, bytes, try parts.require(DERElement.sequence, bytes), .x509afSubject, .x509afRdnSequence)
    try addKey(&tree, bytes, try parts.require(DERElement.sequence, bytes))
    // Identifiers of issuer and subject, which nobody uses (RFC 5280 section 4.1.2.8).
    if let unique = try parts.next(0x81, bytes) {
      tree.add(.x509afIssuerUniqueIdentifier, unique.bits, .bytes)
    }
    if let unique = try parts.next(0x82, bytes) {
      tree.add(.x509afSubjectUniqueIdentifier, unique.bits, .bytes)
    }
    if let extensions = try parts.next(0xA3, bytes) {
      let list = try DERElement(
        bytes, at: extensions.content.lowerBound, until: extensions.content.upperBound, DERElement.sequence)
      try CertificateExtensionFields.add(&tree, bytes, list)
    }
    tree.end(mark)
    return subject
  }

  /// A long number, which Wireshark writes with `0x`.
  static func addHexadecimal(_ tree: inout TreeBuilder, _ field: FieldID, _ bytes: Span<UInt8>, _ range: Range<Int>) {
    tree.add(
      field, range, .bytes,
      text: "\(field.field.label): 0x\(TextFormat.hex([UInt8](bytes.extracting(range).extracting(first: 36))))"
        + (range.count > 36 ? "…" : ""))
  }

  /// How many bits at the end of a bit string mean nothing.
  static func addPadding(
    _ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ element: DERElement
  ) throws(DissectionStop) {
    guard let first = element.content.first else { throw .malformed }
    tree.add(.berBitstringPadding, first..<first + 1, .unsigned(UInt64(bytes[first])))
  }

  private static func addValidity(
    _ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ validity: DERElement
  ) throws(DissectionStop) {
    let mark = tree.begin(.x509afValidity, validity.range, .none)
    var times = DERElements(of: validity)
    for field in [FieldID.x509afNotBefore, .x509afNotAfter] {
      let time = try times.require(bytes)
      guard time.tag == DERElement.utcTime || time.tag == DERElement.generalizedTime, let value = DERTime(bytes, time)
      else { throw .malformed }
      let isShort = time.tag == DERElement.utcTime
      let choice = tree.begin(field, time.range, .unsigned(isShort ? 0 : 1))
      if isShort {
        tree.add(.x509afUtcTime, time.content, .string(value.text))
      } else {
        tree.add(.x509afGeneralizedTime, time.content, .absoluteTime(value.nanoseconds ?? FieldText.unsetTime))
      }
      tree.end(choice)
    }
    tree.end(mark)
  }

  private static func addKey(
    _ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ key: DERElement
  ) throws(DissectionStop) {
    let mark = tree.begin(.x509afSubjectPublicKeyInfo, key.range, .none)
    var parts = DERElements(of: key)
    let algorithm = try AlgorithmFields.add(
      &tree, bytes, try parts.require(DERElement.sequence, bytes), .x509afAlgorithmElement)
    let value = try parts.require(DERElement.bitString, bytes)
    let isRSA = algorithm == "1.2.840.113549.1.1.1"
    if !isRSA { try addPadding(&tree, bytes, value) }
    let content = value.bits
    let node = tree.begin(.x509afSubjectPublicKey, content, .bytes)
    if isRSA {
      var numbers = DERElements(
        of: try DERElement(
          bytes, at: content.lowerBound, until: content.upperBound, DERElement.sequence))
      addHexadecimal(&tree, .pkcs1Modulus, bytes, try numbers.require(DERElement.integer, bytes).content)
      let exponent = try numbers.require(DERElement.integer, bytes)
      tree.add(.pkcs1PublicExponent, exponent.content, .signed(Int64(clamping: exponent.number(bytes) ?? .max)))
    }
    tree.end(node)
    tree.end(mark)
  }
}
