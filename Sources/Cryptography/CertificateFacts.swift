internal import CCrypto
#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// What a certificate (RFC 5280) says about itself.
package struct CertificateFacts {
  /// The common name of the subject; nil if it has none.
  package var commonName: String?
  /// The DNS names that the certificate is for, as they are; at most ``mostNames``.
  package var names: [[UInt8]] = []
  /// The first and the last moment at which the certificate is valid, in seconds since 1970.
  package var notBefore: Int64
  package var notAfter: Int64
  /// Whether issuer and subject are the same.
  package var isSelfIssued: Bool

  /// A certificate may have thousands of names.
  private static let mostNames = 100

  /// - Returns: nil if the certificate cannot be read.
  package init?(der: [UInt8]) {
    var certificate = X509_new_ex(CryptoLibrary.context, nil)
    defer {
      X509_free(certificate)
      ERR_clear_error()
    }
    let isRead = der.withUnsafeBufferPointer { der in
      var start = der.baseAddress
      return d2i_X509(&certificate, &start, der.count) != nil
    }
    guard isRead, let begin = Self.seconds(X509_get0_notBefore(certificate)),
      let end = Self.seconds(X509_get0_notAfter(certificate))
    else { return nil }
    (notBefore, notAfter) = (begin, end)
    let subject = X509_get_subject_name(certificate)
    isSelfIssued = X509_NAME_cmp(X509_get_issuer_name(certificate), subject) == 0
    commonName = Self.commonName(subject)
    names = Self.names(certificate)
  }

  private static func seconds(_ time: UnsafePointer<ASN1_TIME>?) -> Int64? {
    var parts = tm()
    guard let time, ASN1_TIME_to_tm(time, &parts) == 1 else { return nil }
    return Int64(timegm(&parts))
  }

  private static func commonName(_ name: OpaquePointer?) -> String? {
    let index = X509_NAME_get_index_by_NID(name, NID_commonName, -1)
    guard index >= 0 else { return nil }
    var text: UnsafeMutablePointer<UInt8>?
    let count = Int(ASN1_STRING_to_UTF8(&text, X509_NAME_ENTRY_get_data(X509_NAME_get_entry(name, index))))
    defer { CRYPTO_free(text, nil, 0) }
    guard count >= 0, let text else { return nil }
    return String(decoding: UnsafeBufferPointer(start: text, count: count), as: UTF8.self)
  }

  private static func names(_ certificate: OpaquePointer?) -> [[UInt8]] {
    guard let found = X509_get_ext_d2i(certificate, NID_subject_alt_name, nil, nil) else { return [] }
    let list = OpaquePointer(found)
    defer { GENERAL_NAMES_free(list) }
    var names: [[UInt8]] = []
    for index in 0..<max(0, OPENSSL_sk_num(list)) where names.count < mostNames {
      var kind: Int32 = 0
      guard let entry = OPENSSL_sk_value(list, index)?.assumingMemoryBound(to: GENERAL_NAME.self),
        let value = GENERAL_NAME_get0_value(entry, &kind), kind == GEN_DNS
      else { continue }
      names.append(bytes(value))
    }
    return names
  }

  private static func bytes(_ value: UnsafeMutableRawPointer) -> [UInt8] {
    let text = value.assumingMemoryBound(to: ASN1_STRING.self)
    return Array(UnsafeBufferPointer(start: ASN1_STRING_get0_data(text), count: Int(ASN1_STRING_length(text))))
  }
}
