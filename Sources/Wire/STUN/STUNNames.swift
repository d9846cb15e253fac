/// The names in STUN and TURN messages: IANA's registries, as Wireshark spells them.
public enum STUNNames {
  /// By `STUNMessage.messageClass`.
  public static let classes: [String] = ["Request", "Indication", "Success Response", "Error Response"]

  /// By `STUNMessage.method`.
  public static let methods = RegisteredNames(
    """
    0x01 Binding
    0x02 SharedSecret
    0x03 Allocate
    0x04 Refresh
    0x06 Send
    0x07 Data
    0x08 CreatePermission
    0x09 Channel-Bind
    0x0a Connect
    0x0b ConnectionBind
    0x0c ConnectionAttempt
    0x80 GooglePing
    """)

  /// By the hundreds and the rest of an ERROR-CODE (RFC 8489 section 14.8).
  public static let errors = RegisteredNames(
    """
    274 Disable Candidate
    275 Disable Candidate Pair
    300 Try Alternate
    400 Bad Request
    401 Unauthenticated
    403 Forbidden
    405 Mobility Forbidden
    420 Unknown Attribute
    430 Stale Credentials (legacy)
    431 Integrity Check Failure (legacy)
    432 Missing Username (legacy)
    433 Use TLS (legacy)
    434 Missing Realm (legacy)
    435 Missing Nonce (legacy)
    436 Unknown User (legacy)
    437 Allocation Mismatch
    438 Stale Nonce
    439 Wrong Credentials (legacy)
    440 Address Family not Supported
    441 Wrong Credentials
    442 Unsupported Transport Protocol
    443 Peer Address Family Mismatch
    446 Connection Already Exists
    447 Connection Timeout or Failure
    481 Connection does not exist (legacy)
    486 Allocation Quota Reached
    487 Role Conflict
    500 Server Error
    503 Service Unavailable (legacy)
    507 Insufficient Bandwidth Capacity (legacy)
    508 Insufficient Port Capacity
    600 Global Failure
    """)

  /// By `STUNAttribute.type`.
  public static let attributes = RegisteredNames(
    """
    0x0001 MAPPED-ADDRESS
    0x0002 RESPONSE_ADDRESS
    0x0003 CHANGE_REQUEST
    0x0004 SOURCE_ADDRESS
    0x0005 CHANGED_ADDRESS
    0x0006 USERNAME
    0x0007 PASSWORD
    0x0008 MESSAGE-INTEGRITY
    0x0009 ERROR-CODE
    0x000a UNKNOWN-ATTRIBUTES
    0x000b REFLECTED-FROM
    0x000c CHANNEL-NUMBER
    0x000d LIFETIME
    0x000e MS-ALTERNATE-SERVER
    0x000f MAGIC-COOKIE
    0x0010 BANDWIDTH
    0x0011 DESTINATION-ADDRESS
    0x0012 XOR-PEER-ADDRESS
    0x0013 DATA
    0x0014 REALM
    0x0015 NONCE
    0x0016 XOR-RELAYED-ADDRESS
    0x0017 REQUESTED-ADDRESS-FAMILY
    0x0018 EVEN-PORT
    0x0019 REQUESTED-TRANSPORT
    0x001a DONT-FRAGMENT
    0x001b ACCESS-TOKEN
    0x001c MESSAGE-INTEGRITY-SHA256
    0x001d PASSWORD-ALGORITHM
    0x001e USERHASH
    0x0020 XOR-MAPPED-ADDRESS
    0x0022 RESERVATION-TOKEN
    0x0024 PRIORITY
    0x0025 USE-CANDIDATE
    0x0026 PADDING
    0x0027 XOR-RESPONSE-TARGET
    0x0028 XOR-REFELECTED-FROM
    0x002a CONNECTION-ID
    0x0030 LEGACY-ICMP
    0x8000 ADDITIONAL-ADDRESS-FAMILY
    0x8001 ADDRESS-ERROR-CODE
    0x8002 PASSWORD-ALGORITHMS
    0x8003 ALTERNATE-DOMAIN
    0x8004 ICMP
    0x8006 MS-TURN UNKNOWN 8006
    0x8008 MS-VERSION
    0x8020 XOR-MAPPED-ADDRESS
    0x8022 SOFTWARE
    0x8023 ALTERNATE-SERVER
    0x8025 TRANSACTION-TRANSMIT-COUNTER
    0x8027 CACHE-TIMEOUT
    0x8028 FINGERPRINT
    0x8029 ICE-CONTROLLED
    0x802a ICE-CONTROLLING
    0x802b RESPONSE-ORIGIN
    0x802c OTHER-ADDRESS
    0x802d ECN-CHECK-STUN
    0x802e THIRD-PARTY-AUTHORIZATION
    0x8030 MOBILITY-TICKET
    0x8032 MS-ALTERNATE-HOST-NAME
    0x8037 MS-APP-ID
    0x8039 MS-SECURE-TAG
    0x8050 MS-SEQUENCE-NUMBER
    0x8054 MS-CANDIDATE-IDENTIFIER
    0x8055 MS-SERVICE-QUALITY
    0x8056 Bandwidth Admission Control Message
    0x8057 Bandwidth Reservation Identifier
    0x8058 Bandwidth Reservation Amount
    0x8059 Remote Site Address
    0x805a Remote Relay Site Address
    0x805b Local Site Address
    0x805c Local Relay Site Address
    0x805d Remote Site Address Response
    0x805e Remote Relay Site Address Response
    0x805f Local Site Address Response
    0x8060 Local Relay Site Address Response
    0x8061 SIP Dialog Identifier
    0x8062 SIP Call Identifier
    0x8068 Location Profile
    0x8070 MS-IMPLEMENTATION-VERSION
    0x8090 MS-ALT-MAPPED-ADDRESS
    0x8095 MS-MULTIPLEXED-TURN-SESSION-ID
    0xc000 CISCO-STUN-FLOWDATA
    0xc001 ENF-FLOW-DESCRIPTION
    0xc002 ENF-NETWORK-STATUS
    0xc057 GOOG-NETWORK-INFO
    0xc058 GOOG-LAST-ICE-CHECK-RECEIVED
    0xc059 GOOG-MISC-INFO
    0xc05a GOOG-OBSOLETE-1
    0xc05b GOOG-CONNECTION-ID
    0xc05c GOOG-DELTA
    0xc05d GOOG-DELTA-ACK
    0xc060 GOOG-MESSAGE_INTEGRITY-32
    0xff04 GOOG-MULTI-MAPPING
    0xff05 GOOG-LOGGING-ID
    """)
}
