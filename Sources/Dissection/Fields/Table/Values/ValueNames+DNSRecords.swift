extension ValueNames {
  static let dnsCertType = ValueNames(
    """
    1 PKIX
    2 SPKI
    3 PGP
    4 IPKIX
    5 ISPKI
    6 IPGP
    7 ACPKIX
    8 IACPKIX
    253 Private, URI
    254 Private, OID
    """)

  static let dnsIpseckeyGatewayType = ValueNames(
    """
    0 No Gateway
    1 IPv4 Gateway
    2 IPv6 Gateway
    3 DNS Gateway
    """)

  static let dnsIpseckeyGatewayAlgorithm = ValueNames(
    """
    1 DSA
    2 RSA
    """)

  static let dnsTlsaCertificateUsage = ValueNames(
    """
    0 CA constraint (PKIX-TA)
    1 Service certificate constraint (PKIX-EE)
    2 Trust anchor assertion (DANE-TA)
    3 Domain-issued certificate (DANE-EE)
    """)

  static let dnsTlsaSelector = ValueNames(
    """
    0 Full certificate (Cert)
    1 SubjectPublicKeyInfo (SPKI)
    """)

  static let dnsTlsaMatchingType = ValueNames(
    """
    0 No Hash Used (Full)
    1 256 bit hash by SHA2 (SHA2-256)
    2 512 bit hash by SHA2 (SHA2-512)
    """)

  static let dnsTkeyMode = ValueNames(
    """
    1 Server assigned
    2 Diffie Hellman
    3 GSSAPI
    4 Resolver assigned
    5 Delete
    """)
}
