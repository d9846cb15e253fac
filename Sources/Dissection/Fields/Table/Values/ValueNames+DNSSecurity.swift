extension ValueNames {
  static let dnsKeyAlgorithm = ValueNames(
    """
    1 RSA/MD5
    2 Diffie-Hellman
    3 DSA
    4 Elliptic curve crypto
    5 RSA/SHA1
    6 DSA + NSEC3/SHA1
    7 RSA/SHA1 + NSEC3/SHA1
    8 RSA/SHA-256
    10 RSA/SHA-512
    12 GOST R 34.10-2001
    13 ECDSA Curve P-256 with SHA-256
    14 ECDSA Curve P-384 with SHA-384
    15 Ed25519
    16 Ed448
    157 HMAC/MD5
    252 Indirect key
    253 Private, domain name
    254 Private, OID
    """)

  static let dnsDigestType = ValueNames(
    """
    0 Reserved digest
    1 SHA-1
    2 SHA-256
    3 GOST R 34.11-94
    4 SHA-384
    """)

  static let dnsNsec3Algorithm = ValueNames(
    """
    0 Reserved
    1 SHA-1
    """)

  static let dnsSshfpAlgorithm = ValueNames(
    """
    0 Reserved
    1 RSA
    2 DSA
    3 ECDSA
    4 Ed25519
    5 XMSS
    """)

  static let dnsSshfpFingerprintType = ValueNames(
    """
    0 Reserved
    1 SHA1
    2 SHA256
    """)
}
