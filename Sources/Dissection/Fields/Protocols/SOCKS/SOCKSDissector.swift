import Exchanges
import TextOutput
import Wire

/// SOCKS 5 (RFC 1928, RFC 1929), SOCKS 4 and 4a: one message of the handshake.
enum SOCKSDissector {
  static func dissect(
    _ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ start: Int, _ step: SOCKSHandshake.Step
  ) throws(DissectionStop) {
    let mark = tree.beginProtocol(.socks, start..<bytes.count, text: "\(FieldID.socks.field.label)")
    switch step {
    case .methods: try addMethods(&tree, bytes, start)
    case .choice:
      try tree.number(.socksVersion, bytes, start, 1)
      try tree.number(.socksAuthAcceptedMethod, bytes, start + 1, 1)
    case .credentials:
      try addSubnegotiation(&tree, bytes, start)
      let name = Int(try bytes.byte(start + 1))
      try tree.string(.socksUsername, bytes, start + 2, name)
      try tree.string(.socksPassword, bytes, start + 3 + name, Int(try bytes.byte(start + 2 + name)))
    case .verdict:
      try addSubnegotiation(&tree, bytes, start)
      let status = try bytes.number(1, at: start + 1)
      tree.add(
        .socksAuthStatus, start + 1..<start + 2, .unsigned(status),
        text: "Outcome of the authentication: \(status) (\(status == 0 ? "accepted" : "refused"))")
    case .request, .reply:
      try tree.number(.socksVersion, bytes, start, 1)
      if step == .request {
        try tree.number(.socksCommand, bytes, start + 1, 1)
      } else {
        // Wireshark has a field of this name for version 4, and one for version 5.
        let result = try bytes.number(1, at: start + 1)
        tree.add(
          .socksResults, start + 1..<start + 2, .unsigned(result),
          text: "Reply of the proxy: \(ValueNames.socksResults[result] ?? "not known") (\(result))")
      }
      try tree.number(.socksReserved, bytes, start + 2, 1)
      try addAddress(&tree, bytes, start + 3)
    case .oldRequest, .oldReply: try addOld(&tree, bytes, start, isRequest: step == .oldRequest)
    case .open, .failed: break
    }
    tree.end(mark)
  }

  /// A message of SOCKS 4, whose reply has the version 0.
  private static func addOld(
    _ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ start: Int, isRequest: Bool
  ) throws(DissectionStop) {
    try tree.number(.socksVersion, bytes, start, 1)
    try tree.number(isRequest ? .socksCommand : .socksResults, bytes, start + 1, 1)
    try tree.number(.socksDstport, bytes, start + 2, 2)
    try tree.ipv4(.socksDst, bytes, start + 4)
    guard isRequest, let user = SOCKSHandshake.end(of: start + 8, bytes) else { return }
    if user > start + 9 { try tree.string(.socksUsername, bytes, start + 8, user - start - 9) }
    let message = bytes.extracting(start..<bytes.count)
    guard SOCKSHandshake.hasName(message), let name = SOCKSHandshake.end(of: user, bytes), name > user + 1 else {
      return
    }
    try tree.string(.socksV4aDnsName, bytes, user, name - user - 1)
  }

  /// The version is that of the messages before; authentication has one of its own.
  private static func addSubnegotiation(
    _ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ start: Int
  ) throws(DissectionStop) {
    tree.add(.socksVersion, start..<start, .unsigned(UInt64(SOCKSHandshake.version)))
    try tree.number(.socksSubnegotiationVersion, bytes, start, 1)
  }

  private static func addMethods(
    _ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ start: Int
  ) throws(DissectionStop) {
    try tree.number(.socksVersion, bytes, start, 1)
    let mark = tree.begin(.text, start + 1..<bytes.count, .none, text: "Methods that the client offers")
    let count = Int(try tree.number(.socksAuthMethodCount, bytes, start + 1, 1))
    for index in 0..<count { try tree.number(.socksAuthMethod, bytes, start + 2 + index, 1) }
    tree.end(mark)
  }

  private static func addAddress(
    _ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ start: Int
  ) throws(DissectionStop) {
    var position = start + 1
    switch try tree.number(.socksAddressType, bytes, start, 1) {
    case 1:
      try tree.ipv4(.socksDst, bytes, position)
      position += 4
    case 3:
      let length = Int(try bytes.byte(position))
      try tree.string(.socksRemoteName, bytes, position + 1, length)
      position += 1 + length
    case 4:
      try tree.ipv6(.socksDstV6, bytes, position)
      position += 16
    default: return
    }
    try tree.number(.socksPort, bytes, position, 2)
  }
}
