import CNetlink
import Glibc
import Synchronization

/// A netlink socket for hand-made messages. It acts on the network namespace in which it was opened. Use it on one
/// thread at a time.
package final class NetlinkSocket: Sendable {
  /// A message from the kernel: its type, the sequence number of the request that it answers, and its body without the header.
  package typealias Reply = (type: Int32, number: UInt32, body: ArraySlice<UInt8>)

  /// The kernel's refusal of a request.
  package struct Refusal: Error {
    /// The error number.
    var code: Int32
    /// The kernel's error message, or nil.
    var words: String?

    /// An error for the user.
    func error(_ action: String) -> LinkError {
      LinkError("cannot \(action): \(systemMessage(code))" + (words.map { " (the kernel says: \($0))" } ?? ""))
    }
  }

  /// Runs `body`, and turns a refusal into an error for the user.
  static func attempt<Value>(_ action: String, _ body: () throws(Refusal) -> Value) throws(LinkError) -> Value {
    do {
      return try body()
    } catch {
      throw error.error(action)
    }
  }

  let descriptor: Descriptor
  /// The sequence number of the latest request. The kernel answers with the number of the request (nlmsg_seq of netlink(7)), so what it
  /// still has to say of an earlier one is recognized.
  private let latest = Atomic<UInt32>(0)

  /// - Parameters:
  ///   - subsystem: the part of the kernel to talk to (NETLINK_ROUTE, NETLINK_NETFILTER).
  ///   - groups: a mask of multicast groups whose messages to receive (RTMGRP_LINK ...).
  init(_ subsystem: Int32 = NETLINK_ROUTE, groups: Int32 = 0) throws(LinkError) {
    let raw = socket(AF_NETLINK, Int32(SOCK_RAW.rawValue) | Int32(SOCK_CLOEXEC.rawValue), subsystem)
    guard raw >= 0 else { throw LinkError("open a netlink socket", errno: errno) }
    descriptor = Descriptor(owning: raw)
    // Make errors contain a message, and no copy of the request.
    for option in [NETLINK_EXT_ACK, NETLINK_CAP_ACK] { Self.set(raw, SOL_NETLINK, UInt32(option).signed, 1) }
    var address = sockaddr_nl()
    address.nl_family = sa_family_t(AF_NETLINK)
    address.nl_groups = UInt32(groups)
    let status = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(raw, $0, socklen_t(MemoryLayout<sockaddr_nl>.size)) }
    }
    guard status == 0 else { throw LinkError("bind a netlink socket", errno: errno) }
  }

  /// Sends a request, and waits for its acknowledgement.
  func perform(_ message: NetlinkMessage) throws(Refusal) {
    try perform(batch: [message])
  }

  /// Sends messages that the kernel carries out all or not at all, and waits for the acknowledgement of the last that asks for one
  /// (NLM_F_ACK); one of them has to. The kernel reports every message that it refuses, and the first report is the error.
  func perform(batch: [NetlinkMessage]) throws(Refusal) {
    let numbers = try send(batch)
    while true {
      for reply in try receive() where reply.type == NLMSG_ERROR && numbers.contains(reply.number) {
        return try Self.check(reply.body)
      }
    }
  }

  /// Requests a dump (NLM_F_DUMP), and returns its messages.
  func list(_ message: NetlinkMessage) throws(Refusal) -> [Reply] {
    let numbers = try send([message])
    var all: [Reply] = []
    while true {
      for reply in try receive() where numbers.contains(reply.number) {
        switch reply.type {
        case NLMSG_DONE: return all
        case NLMSG_ERROR: try Self.check(reply.body)
        default: all.append(reply)
        }
      }
    }
  }

  /// Waits for a datagram, and returns its messages.
  func receive() throws(Refusal) -> [Reply] {
    var buffer = [UInt8](repeating: 0, count: 1 << 18)
    let length = buffer.withUnsafeMutableBytes { recv(descriptor.raw, $0.baseAddress, $0.count, 0) }
    guard length >= 0 else { throw Refusal(code: errno) }
    return Self.messages(in: buffer[..<length])
  }

  /// The messages in the bytes of one datagram.
  package static func messages(in bytes: ArraySlice<UInt8>) -> [Reply] {
    var rest = bytes
    var replies: [Reply] = []
    while let size: UInt32 = rest.loaded(at: 0), let type: UInt16 = rest.loaded(at: 4),
      let number: UInt32 = rest.loaded(at: 8), size >= 16, Int(size) <= rest.count
    {
      replies.append((Int32(type), number, rest.prefix(Int(size)).dropFirst(16)))
      rest = rest.dropFirst((Int(size) + 3) & ~3)
    }
    return replies
  }

  /// The sequence numbers of messages that were sent together.
  private struct Numbers {
    let first: UInt32
    let count: UInt32

    func contains(_ number: UInt32) -> Bool { number &- first < count }
  }

  /// Sends messages in one datagram, and returns their sequence numbers.
  private func send(_ messages: [NetlinkMessage]) throws(Refusal) -> Numbers {
    let count = UInt32(messages.count)
    let first = latest.wrappingAdd(count, ordering: .relaxed).oldValue &+ 1
    let bytes = messages.enumerated().flatMap { $1.finished(number: first &+ UInt32($0)) }
    let sent = bytes.withUnsafeBytes { Glibc.send(descriptor.raw, $0.baseAddress, $0.count, 0) }
    guard sent == bytes.count else { throw Refusal(code: errno) }
    return Numbers(first: first, count: count)
  }

  /// An acknowledgement is an error with the code 0. The header of the request and attributes follow it.
  private static func check(_ body: ArraySlice<UInt8>) throws(Refusal) {
    if let refusal = refusal(in: body) { throw refusal }
  }

  /// The refusal in an NLMSG_ERROR message; nil for an acknowledgement.
  package static func refusal(in body: ArraySlice<UInt8>) -> Refusal? {
    guard let code: Int32 = body.loaded(at: 0), code != 0 else { return nil }
    // NLMSGERR_ATTR_MSG of linux/netlink.h.
    let words = NetlinkAttributes(body.dropFirst(20)).first(1)?.text
    return Refusal(code: 0 &- code, words: words)
  }

  private static func set(_ socket: Int32, _ level: Int32, _ option: Int32, _ value: Int32) {
    var value = value
    setsockopt(socket, level, option, &value, socklen_t(MemoryLayout<Int32>.size))
  }
}

extension UInt32 {
  fileprivate var signed: Int32 { Int32(bitPattern: self) }
}
