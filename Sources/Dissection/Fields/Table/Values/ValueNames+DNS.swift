extension ValueNames {
  static let dnsFlagsOpcode = ValueNames(
    """
    0 Standard query
    1 Inverse query
    2 Server status request
    4 Zone change notification
    5 Dynamic update
    6 DNS Stateful operations (DSO)
    """)

  static let dnsFlagsRcode = ValueNames(
    """
    0 No error
    1 Format error
    2 Server failure
    3 No such name
    4 Not implemented
    5 Refused
    6 Name exists
    7 RRset exists
    8 RRset does not exist
    9 Not authoritative
    10 Name out of zone
    11 DSO-Type not implemented
    16 Bad OPT Version or TSIG Signature Failure
    17 Key not recognized
    18 Signature out of time window
    19 Bad TKEY Mode
    20 Duplicate key name
    21 Algorithm not supported
    22 Bad Truncation
    23 Bad/missing Server Cookie
    """)

  static let dnsQryType = ValueNames(
    """
    0 Unused
    1 A (Host Address)
    2 NS (authoritative Name Server)
    3 MD (Mail Destination)
    4 MF (Mail Forwarder)
    5 CNAME (Canonical NAME for an alias)
    6 SOA (Start Of a zone of Authority)
    7 MB (MailBox domain name)
    8 MG (Mail Group member)
    9 MR (Mail Rename domain)
    10 NULL RR
    11 WKS (Well Known Service)
    12 PTR (domain name PoinTeR)
    13 HINFO (host information)
    14 MINFO (Mailbox or mail list information)
    15 MX (Mail eXchange)
    16 TXT (Text strings)
    17 RP (Responsible Person)
    18 AFSDB (AFS Data Base location)
    19 X25 (XX.25 PSDN address)
    20 ISDN (ISDN address)
    21 RT (Route Through)
    22 NSAP (NSAP address)
    23 NSAP-PTR (NSAP domain name pointer)
    24 SIG (security signature)
    25 KEY (security key)
    26 PX (X.400 mail mapping information)
    27 GPOS (Geographical Position)
    28 AAAA (IPv6 Address)
    29 LOC (Location Information)
    30 NXT (Next Domain)
    31 EID (Endpoint Identifier)
    32 NIMLOC (Nimrod Locator)
    33 SRV (Server Selection)
    34 ATMA (ATM Address)
    35 NAPTR (Naming Authority Pointer)
    36 KX (Key Exchanger)
    37 CERT
    38 A6 (OBSOLETE - use AAAA)
    39 DNAME
    40 SINK
    41 OPT
    42 APL
    43 DS (Delegation Signer)
    44 SSHFP (SSH Key Fingerprint)
    45 IPSECKEY
    46 RRSIG (Resource Record Signature)
    47 NSEC (Next Secure)
    48 DNSKEY (DNS Public Key)
    49 DHCID
    50 NSEC3
    51 NSEC3PARAM
    52 TLSA
    55 HIP (Host Identity Protocol)
    57 RKEY
    58 TALINK (Trust Anchor LINK)
    59 CDS (Child DS)
    60 CDNSKEY (DNSKEY(s) the Child wants reflected in DS)
    61 OPENPGPKEY (OpenPGP Key)
    62 CSYNC (Child-to-Parent Synchronization)
    63 ZONEMD
    64 SVCB (General Purpose Service Endpoints)
    65 HTTPS (HTTPS Specific Service Endpoints)
    99 SPF
    100 UINFO
    101 UID
    102 GID
    103 UNSPEC
    104 NID (NodeID)
    105 L32 (Locator32)
    106 L64 (Locator64)
    107 LP (Locator FQDN)
    108 EUI48
    109 EUI64
    249 TKEY (Transaction Key)
    250 TSIG (Transaction Signature)
    251 IXFR (incremental transfer)
    252 AXFR (transfer of an entire zone)
    253 MAILB (mailbox-related RRs)
    254 MAILA (mail agent RRs)
    255 * (A request for all records the server/cache has available)
    256 URI
    257 CAA (Certification Authority Restriction)
    32768 TA (DNSSEC Trust Authorities)
    32769 DLV (DNSSEC Lookaside Validation)
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

  static let dnsOptCode = ValueNames(
    """
    0 Reserved
    1 LLQ - Long-lived query
    2 UL - Update lease
    3 NSID - Name Server Identifier
    4 Owner (reserved)
    5 DAU - DNSSEC Algorithm Understood (RFC6975)
    6 DHU - DS Hash Understood (RFC6975)
    7 N3U - NSEC3 Hash Understood (RFC6975)
    8 CSUBNET - Client subnet
    9 EDNS EXPIRE (RFC7314)
    10 COOKIE
    11 EDNS TCP Keepalive
    12 PADDING
    13 CHAIN
    15 Extended DNS Error
    20730 Experimental - CSUBNET - Client subnet
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
