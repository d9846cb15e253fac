extension ValueNames {
  static let websocketOpcode = ValueNames(
    """
    0 Continuation
    1 Text
    2 Binary
    8 Connection Close
    9 Ping
    10 Pong
    """)

  /// IANA "WebSocket Close Code Number Registry".
  static let websocketPayloadCloseStatusCode = ValueNames(
    """
    1000 Normal Closure
    1001 Going Away
    1002 Protocol error
    1003 Unsupported Data
    1004 Reserved
    1005 No Status Rcvd
    1006 Abnormal Closure
    1007 Invalid frame payload data
    1008 Policy Violation
    1009 Message Too Big
    1010 Mandatory Ext.
    1011 Internal Error
    1012 Service Restart
    1013 Try Again Later
    1014 Bad Gateway
    1015 TLS handshake
    """)
}
