extension ValueNames {
  /// Methods of authentication (RFC 1928 section 3).
  static let socksMethod = ValueNames(
    """
    0 No authentication
    1 GSSAPI
    2 Username/Password
    3 CHAP
    255 No acceptable method
    """)
  /// Commands (RFC 1928 section 4).
  static let socksCommand = ValueNames(
    """
    1 Connect
    2 Bind
    3 UdpAssociate
    128 Ping
    129 Traceroute
    """)
  /// The answers of a proxy: RFC 1928 section 6, and those of SOCKS 4 from 90.
  static let socksResults = ValueNames(
    """
    0 Succeeded
    1 General SOCKS server failure
    2 Connection not allowed by ruleset
    3 Network unreachable
    4 Host unreachable
    5 Connection refused
    6 TTL expired
    7 Command not supported
    8 Address type not supported
    90 Granted
    91 Rejected or Failed
    92 Rejected because the server cannot connect to identd on the client
    93 Rejected because the client and identd report different user IDs
    """)
  static let socksAddressType = ValueNames(
    """
    1 IPv4
    3 Domain Name
    4 IPv6
    """)
}
