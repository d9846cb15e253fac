extension ValueNames {
  /// IANA "DNS OpCodes".
  static let dnsFlagsOpcode = ValueNames(
    """
    0 Query
    1 IQuery
    2 Status
    4 Notify
    5 Update
    6 DSO
    """)

  /// IANA "DNS RCODEs".
  static let dnsFlagsRcode = ValueNames(
    """
    0 NoError
    1 FormErr
    2 ServFail
    3 NXDomain
    4 NotImp
    5 Refused
    6 YXDomain
    7 YXRRSet
    8 NXRRSet
    9 NotAuth
    10 NotZone
    11 DSOTYPENI
    16 BADVERS or BADSIG
    17 BADKEY
    18 BADTIME
    19 BADMODE
    20 BADNAME
    21 BADALG
    22 BADTRUNC
    23 BADCOOKIE
    """)

  /// IANA "Resource Record (RR) TYPEs".
  static let dnsQryType = ValueNames(
    """
    1 A
    2 NS
    3 MD
    4 MF
    5 CNAME
    6 SOA
    7 MB
    8 MG
    9 MR
    10 NULL
    11 WKS
    12 PTR
    13 HINFO
    14 MINFO
    15 MX
    16 TXT
    17 RP
    18 AFSDB
    19 X25
    20 ISDN
    21 RT
    22 NSAP
    23 NSAP-PTR
    24 SIG
    25 KEY
    26 PX
    27 GPOS
    28 AAAA
    29 LOC
    30 NXT
    31 EID
    32 NIMLOC
    33 SRV
    34 ATMA
    35 NAPTR
    36 KX
    37 CERT
    38 A6
    39 DNAME
    40 SINK
    41 OPT
    42 APL
    43 DS
    44 SSHFP
    45 IPSECKEY
    46 RRSIG
    47 NSEC
    48 DNSKEY
    49 DHCID
    50 NSEC3
    51 NSEC3PARAM
    52 TLSA
    55 HIP
    57 RKEY
    58 TALINK
    59 CDS
    60 CDNSKEY
    61 OPENPGPKEY
    62 CSYNC
    63 ZONEMD
    64 SVCB
    65 HTTPS
    99 SPF
    100 UINFO
    101 UID
    102 GID
    103 UNSPEC
    104 NID
    105 L32
    106 L64
    107 LP
    108 EUI48
    109 EUI64
    249 TKEY
    250 TSIG
    251 IXFR
    252 AXFR
    253 MAILB
    254 MAILA
    255 *
    256 URI
    257 CAA
    32768 TA
    32769 DLV
    65281 WINS
    65282 WINS-R
    65422 XPF
    """)

  static let dnsQryClass = ValueNames(
    """
    1 IN
    2 CS
    3 CH
    4 HS
    254 NONE
    255 ANY
    """)

  /// IANA "DNS EDNS0 Option Codes (OPT)".
  static let dnsOptCode = ValueNames(
    """
    0 Reserved
    1 LLQ
    2 Update Lease
    3 NSID
    4 Owner
    5 DAU
    6 DHU
    7 N3U
    8 edns-client-subnet
    9 EDNS EXPIRE
    10 COOKIE
    11 edns-tcp-keepalive
    12 Padding
    13 CHAIN
    15 Extended DNS Error
    20730 edns-client-subnet (experimental)
    """)

  static let dnsOptClientFamily = ValueNames(
    """
    1 IPv4
    2 IPv6
    """)

  static let dnsSvcbSvcparamKey = ValueNames(
    """
    0 mandatory
    1 alpn
    2 no-default-alpn
    3 port
    4 ipv4hint
    5 echconfig
    6 ipv6hint
    32769 odohconfig
    65535 key65535
    """)
}
