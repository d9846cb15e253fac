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
