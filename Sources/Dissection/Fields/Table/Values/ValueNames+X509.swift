extension ValueNames {
  static let certificateVersion = ValueNames(
    """
    0 v1
    1 v2
    2 v3
    """)
  /// The choices of RFC 5280's types, which have a number each.
  static let certificateName = ValueNames("0 rdnSequence")
  static let certificateTime = ValueNames(
    """
    0 utcTime
    1 generalizedTime
    """)
  static let directoryString = ValueNames(
    """
    0 teletexString
    1 printableString
    2 universalString
    3 bmpString
    4 uTF8String
    """)
  static let generalName = ValueNames(
    """
    0 otherName
    1 rfc822Name
    2 dNSName
    3 x400Address
    4 directoryName
    5 ediPartyName
    6 uniformResourceIdentifier
    7 iPAddress
    8 registeredID
    """)
  static let distributionPointName = ValueNames(
    """
    0 fullName
    1 nameRelativeToCRLIssuer
    """)
  static let ecParameters = ValueNames(
    """
    0 specifiedCurve
    1 namedCurve
    """)
  static let displayText = ValueNames(
    """
    0 ia5String
    1 visibleString
    2 bmpString
    3 utf8String
    """)
}
