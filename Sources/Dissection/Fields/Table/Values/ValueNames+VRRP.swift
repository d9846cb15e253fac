extension ValueNames {
  static let vrrpAuthType = ValueNames(
    """
    0 No Authentication
    1 Simple Text Authentication [RFC 2338] / Reserved [RFC 3768]
    2 IP Authentication Header [RFC 2338] / Reserved [RFC 3768]
    254 Cisco VRRP MD5 authentication
    """)
}
