extension ValueNames {
  static let quicHeaderForm = ValueNames(
    """
    0 Short Header
    1 Long Header
    """)
  static let quicPacketType = ValueNames(
    """
    0 Initial
    1 0-RTT
    2 Handshake
    3 Retry
    """)
  static let quicPacketTypeV2 = ValueNames(
    """
    0 Retry
    1 Initial
    2 0-RTT
    3 Handshake
    """)
  static let quicPacketNumberLength = ValueNames(
    """
    0 1 byte
    1 2 bytes
    2 3 bytes
    3 4 bytes
    """)
  static let quicVersion = ValueNames(
    """
    0x0 Version Negotiation
    0x1 1
    0x50435130 Picoquic internal
    0x50435131 Picoquic internal
    0x50524f58 Proxied QUIC (PROX)
    0x51303433 Google Q043
    0x51303434 Google Q044
    0x51303436 Google Q046
    0x51303530 Google Q050
    0x54303530 Google T050
    0x54303531 Google T051
    0x6b3343cf 2
    0x709a50c4 v2-draft-01
    0xfaceb001 Facebook mvfst (draft-22)
    0xfaceb002 Facebook mvfst (draft-27)
    0xfaceb00e Facebook mvfst (Experimental)
    0xfaceb00f Facebook mvfst
    0xff000004 draft-04
    0xff000005 draft-05
    0xff000006 draft-06
    0xff000007 draft-07
    0xff000008 draft-08
    0xff000009 draft-09
    0xff00000a draft-10
    0xff00000b draft-11
    0xff00000c draft-12
    0xff00000d draft-13
    0xff00000e draft-14
    0xff00000f draft-15
    0xff000010 draft-16
    0xff000011 draft-17
    0xff000012 draft-18
    0xff000013 draft-19
    0xff000014 draft-20
    0xff000015 draft-21
    0xff000016 draft-22
    0xff000017 draft-23
    0xff000018 draft-24
    0xff000019 draft-25
    0xff00001a draft-26
    0xff00001b draft-27
    0xff00001c draft-28
    0xff00001d draft-29
    0xff00001e draft-30
    0xff00001f draft-31
    0xff000020 draft-32
    0xff000021 draft-33
    0xff000022 draft-34
    0xff020000 v2-draft-00
    """)
  static let quicFrameType = ValueNames(
    """
    0x0 PADDING
    0x1 PING
    0x2 ACK
    0x3 ACK
    0x4 RESET_STREAM
    0x5 STOP_SENDING
    0x6 CRYPTO
    0x7 NEW_TOKEN
    0x10 MAX_DATA
    0x11 MAX_STREAM_DATA
    0x12 MAX_STREAMS (BIDI)
    0x13 MAX_STREAMS (UNI)
    0x14 DATA_BLOCKED
    0x15 STREAM_DATA_BLOCKED
    0x16 STREAMS_BLOCKED (BIDI)
    0x17 STREAMS_BLOCKED (UNI)
    0x18 NEW_CONNECTION_ID
    0x19 RETIRE_CONNECTION_ID
    0x1a PATH_CHALLENGE
    0x1b PATH_RESPONSE
    0x1c CONNECTION_CLOSE (Transport)
    0x1d CONNECTION_CLOSE (Application)
    0x1e HANDSHAKE_DONE
    0x30 DATAGRAM
    0x31 DATAGRAM
    0x40 MP_NEW_CONNECTION_ID
    0x41 MP_RETIRE_CONNECTION_ID
    0x42 MP_ACK
    0x43 MP_ACK
    0x44 ADD_ADDRESS
    0x45 REMOVE_ADDRESS
    0x46 UNIFLOWS
    0xac IMMEDIATE_ACK
    0xaf ACK_FREQUENCY
    0x2f5 TIME_STAMP
    """)
  static let quicStreamInitiator = ValueNames(
    """
    0 Client-initiated
    1 Server-initiated
    """)
  static let quicStreamDirection = ValueNames(
    """
    0 Bidirectional
    1 Unidirectional
    """)
  static let quicError = ValueNames(
    """
    0x0 NO_ERROR
    0x1 INTERNAL_ERROR
    0x2 CONNECTION_REFUSED
    0x3 FLOW_CONTROL_ERROR
    0x4 STREAM_ID_ERROR
    0x5 STREAM_STATE_ERROR
    0x6 FINAL_SIZE_ERROR
    0x7 FRAME_ENCODING_ERROR
    0x8 TRANSPORT_PARAMETER_ERROR
    0x9 CONNECTION_ID_LIMIT_ERROR
    0x10 PROTOCOL_VIOLATION
    0x11 INVALID_TOKEN
    0x12 APPLICATION_ERROR
    0x13 CRYPTO_BUFFER_EXCEEDED
    0x14 KEY_UPDATE_ERROR
    0x15 AEAD_LIMIT_REACHED
    0x16 NO_VIABLE_PATH
    0x17 VERSION_NEGOTIATION_ERROR
    """)
}
