import Wire

extension ValueNames {
  static let tlsRecordContentType = ValueNames(.tlsContentTypes)
  static let tlsKeyUpdateRequest = ValueNames(
    """
    0 update_not_requested
    1 update_requested
    """)
  static let tlsStatusType = ValueNames(
    """
    1 OCSP
    2 OCSP Multi
    """)
  static let tlsCertificateCompression = ValueNames(
    """
    1 zlib
    2 brotli
    3 zstd
    """)
  static let tlsCurveType = ValueNames(
    """
    1 explicit_prime
    2 explicit_char2
    3 named_curve
    """)
  /// IANA's "DTLS-SRTP Protection Profiles" (RFC 5764 section 4.1.2).
  static let dtlsSRTPProfile = ValueNames(
    """
    1 SRTP_AES128_CM_HMAC_SHA1_80
    2 SRTP_AES128_CM_HMAC_SHA1_32
    5 SRTP_NULL_HMAC_SHA1_80
    6 SRTP_NULL_HMAC_SHA1_32
    7 SRTP_AEAD_AES_128_GCM
    8 SRTP_AEAD_AES_256_GCM
    """)
  static let tlsVersion = ValueNames(.tlsVersions)
  static let tlsAlertMessageLevel = ValueNames(.tlsAlertLevels)
  static let tlsAlertMessageDesc = ValueNames(.tlsAlertDescriptions)
  static let tlsHandshakeType = ValueNames(.tlsHandshakeTypes)
  static let tlsHandshakeCompMethod = ValueNames(.tlsCompressionMethods)
  static let tlsHandshakeExtensionType = ValueNames(.tlsExtensionTypes)
  static let tlsHandshakeExtensionsServerNameType = ValueNames(.tlsServerNameTypes)
  static let tlsHandshakeExtensionsSupportedGroup = ValueNames(.tlsSupportedGroups)
  static let tlsHandshakeSigHashAlg = ValueNames(.tlsSignatureSchemes)
  static let tlsHandshakeSigHashHash = ValueNames(.tlsHashAlgorithms)
  static let tlsHandshakeSigHashSig = ValueNames(.tlsSignatureAlgorithms)
  static let tlsHandshakeExtensionsEcPointFormat = ValueNames(.tlsPointFormats)
  static let tlsExtensionPskKeMode = ValueNames(.tlsKeyExchangeModes)
  static let tlsHandshakeCiphersuite = ValueNames(.tlsCipherSuites)
}
