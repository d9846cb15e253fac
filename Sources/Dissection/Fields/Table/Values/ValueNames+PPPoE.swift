extension ValueNames {
  static let pppoeCode = ValueNames(
    """
    0 Session Data
    7 Active Discovery Offer (PADO)
    9 Active Discovery Initiation (PADI)
    10 Active Discovery Session-Grant (PADG)
    11 Active Discovery Session-Credit Resp.(PADC)
    12 Active Discovery Quality (PADQ)
    25 Active Discovery Request (PADR)
    101 Active Discovery Session-confirmation (PADS)
    167 Active Discovery Terminate (PADT)
    211 Active Discovery Message (PADM)
    212 Active Discovery Network (PADN)
    """)

  static let pppoedTag = ValueNames(
    """
    0 End-Of-List
    0x0101 Service-Name
    0x0102 AC-Name
    0x0103 Host-Uniq
    0x0104 AC-Cookie
    0x0105 Vendor-Specific
    0x0106 Credits
    0x0107 Metrics
    0x0108 Sequence Number
    0x0109 Credit Scale Factor
    0x0110 Relay-Session-Id
    0x0111 HURL
    0x0112 MOTM
    0x0120 PPP-Max-Payload
    0x0121 IP Route Add
    0x0201 Service-Name-Error
    0x0202 AC-System-Error
    0x0203 Generic-Error
    """)
}
