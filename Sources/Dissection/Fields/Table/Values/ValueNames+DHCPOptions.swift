extension ValueNames {
  static let dhcpOptionNetbiosOverTcpipNodeType = ValueNames(
    """
    1 B-node
    2 P-node
    4 M-node
    8 H-node
    """)

  static let dhcpOptionOptionOverload = ValueNames(
    """
    1 Boot file name holds options
    2 Server host name holds options
    3 Boot file and server host names hold options
    """)

  static let dhcpOptionDhcpAutoConfiguration = ValueNames(
    """
    0 DoNotAutoConfigure
    1 AutoConfigure
    """)

  static let dhcpOptionBulkLeaseDhcpState = ValueNames(
    """
    1 Available
    2 Active
    3 Expired
    4 Released
    5 Abandoned
    6 Reset
    7 Remote
    8 Transitioning
    """)

  static let dhcpOptionSlpDirectoryAgentValue = ValueNames(
    """
    0 Dynamic Discovery
    1 Static Discovery
    128 Backwards compatibility
    """)

  static let dhcpOptionSlpServiceScopeValue = ValueNames(
    """
    0 Preferred Scope
    1 Mandatory Scope
    """)

  static let dhcpOptionAgentInformationOptionSuboption = ValueNames(
    """
    0 Padding
    1 Agent Circuit ID
    2 Agent Remote ID
    3 Reserved
    4 DOCSIS Device Class
    5 Link selection
    6 Subscriber ID
    7 RADIUS Attributes
    8 Authentication
    9 Vendor-Specific Information
    10 Flags
    11 Server ID Override
    12 Relay Agent Identifier
    13 Access Technology Type
    14 Access Network Name
    15 Access Point Name
    16 Access Point BSSID
    17 Access Network Operator ID
    18 Access Network Operator Realm
    19 Source Port
    150 Link selection (Cisco proprietary)
    151 VRF name/VPN ID
    152 Server ID Override (Cisco proprietary)
    """)

  static let dhcpOptionClientSystemArchitecture = ValueNames(
    """
    0 IA x86 PC
    1 NEC/PC98
    2 IA64 PC
    3 DEC Alpha
    4 ArcX86
    5 Intel Lean Client
    6 EFI IA32
    7 EFI x64
    8 EFI Xscale
    9 EFI BC
    10 ARM 32-bit UEFI
    11 ARM 64-bit UEFI
    12 PowerPC Open Firmware
    13 PowerPC ePAPR
    14 POWER OPAL v3
    15 x86 UEFI HTTP
    16 x64 UEFI HTTP
    17 EBC UEFI HTTP
    18 ARM 32-bit UEFI HTTP
    19 ARM 64-bit UEFI HTTP
    20 PC/AT HTTP
    21 ARM 32-bit uboot
    22 ARM 64-bit uboot
    23 ARM 32-bit uboot HTTP
    24 ARM 64-bit uboot HTTP
    25 RISC-V 32-bit UEFI
    26 RISC-V 32-bit UEFI HTTP
    27 RISC-V 64-bit UEFI
    28 RISC-V 64-bit UEFI HTTP
    29 RISC-V 128-bit UEFI
    30 RISC-V 128-bit UEFI HTTP
    31 s390 Basic
    32 s390 Extended
    """)

  static let dhcpOptionSipServerEncoding = ValueNames(
    """
    0 Fully Qualified Domain Name
    1 IPv4 Address
    """)

  static let dhcpOptionForcerenewNonceAlgorithm = ValueNames(
    """
    1 HMAC-MD5
    """)

  static let dhcpOptionRdnssPreference = ValueNames(
    """
    0 Medium
    1 High
    2 Reserved
    3 Low
    """)

  static let dhcpOptionBulkLeaseStatusCode = ValueNames(
    """
    0 Success
    1 UpsecFail
    2 QueryTerminated
    3 MalformedQuery
    4 NotAllowed
    """)

  static let dhcpOptionDhcpAuthenticationProtocol = ValueNames(
    """
    0 configuration token
    1 delayed authentication
    """)

  static let dhcpOptionDhcpAuthenticationAlgDelay = ValueNames(
    """
    1 HMAC_MD5
    """)

  static let dhcpOptionDhcpAuthenticationRdm = ValueNames(
    """
    0 Monotonically-increasing counter
    """)

  static let dhcpOptionCivicLocationWhat = ValueNames(
    """
    0 Location of the DHCP server
    1 Location of the network element believed to be closest to the client
    2 Location of the client
    """)

  static let dhcpOptionCivicLocationCaType = ValueNames(
    """
    0 Language
    1 A1
    2 A2
    3 A3
    4 A4
    5 A5
    6 A6
    16 PRD (Leading street direction)
    17 POD (Trailing street suffix)
    18 STS (Street suffix)
    19 HNO (House number)
    20 HNS (House number suffix)
    21 LMK (Landmark or vanity address)
    22 LOC (Additional location information)
    23 NAM
    24 PC (Postal/ZIP code)
    25 BLD (Building)
    26 UNIT
    27 FLR (Floor)
    28 ROOM
    29 PLC (Place-type)
    30 PCN (Postal community name)
    31 POBOX
    32 ADDCODE (Additional Code)
    33 SEAT
    34 RD (Primary road or street)
    35 RDSEC (Road section)
    36 RDBR (Road branch)
    37 RDSUBBR (Road sub-branch)
    38 PRM (Road pre-modifier)
    39 POM (Road post-modifier
    128 Script
    """)

  static let dhcpClientIdDuidType = ValueNames(
    """
    1 link-layer address plus time
    2 assigned by vendor based on Enterprise number
    3 link-layer address
    """)
}
