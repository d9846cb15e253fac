import Glibc

/// What an interface's way out had before it was conditioned, as far as it must be put back.
struct InterfaceSnapshot: Equatable, Sendable, CustomStringConvertible {
  /// What is put back exactly: disciplines without classes, whose configuration the kernel says in the form it takes.
  private static let kinds: Set<String> = [
    "noqueue", "pfifo_fast", "pfifo", "bfifo", "pfifo_head_drop", "fq_codel", "fq", "codel", "mq",
  ]

  var kind: String
  /// None where the kernel has put it there itself, as it does again when nothing else is there.
  var handle: TrafficHandle
  var options: [UInt8]

  /// Looks at an interface.
  /// - Throws: `LinkError` if it is conditioned already, or has something that could not be put back exactly.
  init(of control: TrafficControl, name: String) throws(LinkError) {
    let found = try NetlinkSocket.attempt("list the queueing disciplines of \(name)") {
      () throws(NetlinkSocket.Refusal) in try control.disciplines()
    }
    if found.contains(where: { $0.handle.major == HostCondition.firstMajor }) {
      throw LinkError(
        "\(name) is conditioned, and the processes that were to undo it are gone",
        remedy: "undo it first: headwind condition \(name) --off")
    }
    let remedy = "remove it yourself first (tc qdisc del), and put it back afterwards"
    if let ingress = found.first(where: { $0.parent == .ingress }) {
      throw LinkError("\(name) has a discipline of somebody else's on its way in: \(ingress.kind)", remedy: remedy)
    }
    guard let root = found.first(where: { $0.parent == .root }) else {
      throw LinkError("\(name) has no queueing discipline", remedy: "bring it up first: ip link set \(name) up")
    }
    kind = root.kind
    handle = root.handle
    options = root.handle == .none ? [] : root.options
    guard root.handle != .none else { return }
    let isAlone = found.allSatisfy { $0.parent == .root || $0.handle == .none }
    let hasFilters = try NetlinkSocket.attempt("list the filters of \(name)") {
      () throws(NetlinkSocket.Refusal) in try control.hasFilters(at: root.handle)
    }
    guard Self.kinds.contains(kind), isAlone, !hasFilters else {
      throw LinkError("\(name) has \(kind) \(root.handle), which could not be put back exactly", remedy: remedy)
    }
  }

  /// Puts it back, and makes sure that it is there again.
  func restore(_ control: TrafficControl, name: String) throws(LinkError) {
    let root = try NetlinkSocket.attempt("put \(self) back on \(name)") {
      () throws(NetlinkSocket.Refusal) -> QueueingDiscipline? in
      if handle != .none { try control.put(kind, handle, at: .root, .replace) { $0.append(bytes: options) } }
      return try control.disciplines().first { $0.parent == .root }
    }
    guard let root, root.kind == kind, root.handle == handle, handle == .none || root.options == options else {
      throw LinkError("\(name) had \(self) before, and now has \(root.map { "\($0.kind) \($0.handle)" } ?? "nothing")")
    }
  }

  var description: String { handle == .none ? kind : "\(kind) \(handle)" }
}

/// As text, to be kept beside the conditions for whoever has to undo them.
extension InterfaceSnapshot {
  var text: String {
    let digits = options.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    return "\(kind) \(String(handle.rawValue, radix: 16)) \(digits)"
  }

  init?(text: String) {
    let words = text.split(separator: " ").map(String.init)
    guard words.count == 2 || words.count == 3, let handle = UInt32(words[1], radix: 16) else { return nil }
    let digits = Array(words.count == 3 ? words[2] : "")
    kind = words[0]
    self.handle = TrafficHandle(rawValue: handle)
    options = stride(from: 0, to: digits.count - 1, by: 2).compactMap { UInt8(String(digits[$0...$0 + 1]), radix: 16) }
  }
}
