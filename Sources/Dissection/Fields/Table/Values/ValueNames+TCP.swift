extension ValueNames {
  static let tcpOptionKind = ValueNames(
    """
    0 End of Option List
    1 No-Operation
    2 Maximum Segment Size
    3 Window Scale
    4 SACK Permitted
    5 SACK
    6 Echo
    7 Echo Reply
    8 Timestamps
    9 Partial Order Connection Permitted
    10 Partial Order Service Profile
    11 CC
    12 CC.NEW
    13 CC.ECHO
    14 TCP Alternate Checksum Request
    15 TCP Alternate Checksum Data
    16 Skeeter
    17 Bubba
    18 Trailer Checksum Option
    19 MD5 Signature Option
    20 SCPS Capabilities
    21 Selective Negative Acknowledgements
    22 Record Boundaries
    23 Corruption experienced
    24 SNAP
    25 Unassigned
    26 TCP Compression Filter
    27 Quick-Start Response
    28 User Timeout
    29 TCP Authentication Option (TCP-AO)
    30 Multipath TCP (MPTCP)
    34 TCP Fast Open Cookie
    76 Riverbed Probe
    78 Riverbed Transparency
    172 Accurate ECN Order 0
    174 Accurate ECN Order 1
    253 RFC3692-style Experiment 1
    254 RFC3692-style Experiment 2
    """)

  static let tcpOptionsMptcpSubtype = ValueNames(
    """
    0 Multipath Capable
    1 Join Connection
    2 Data Sequence Signal
    3 Add Address
    4 Remove Address
    5 Change Subflow Priority
    6 TCP Fallback
    7 Fast Close
    8 TCP Reset
    """)

  static let tcpOptionsExperimentalExid = ValueNames(
    """
    172 TCP ACK Rate Request
    840 Host ID
    2573 Autonomous System Compensation
    3232 Capability Option
    3792 Extended Data Offset
    17742 Encryption Negotiation
    21283 Service Number
    30188 Timestamp Interval
    44224 Accurate ECN - Order 0
    44225 Accurate ECN - Order 1
    44238 Accurate ECN
    58068 Shared Memory Communications over RDMA protocol
    63881 Fast Open
    63888 Low Latency
    """)
}
