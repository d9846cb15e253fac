/// What an interface has of its own, in words; conditions do not touch it.
struct InterfaceSnapshot: Equatable, Sendable, CustomStringConvertible {
  /// Its queueing discipline: `mq`, `htb 7:`.
  let description: String

  init(description: String) {
    self.description = description
  }

  /// Looks at an interface.
  /// - Throws: `LinkError` if the places are taken at which conditions begin.
  init(of control: TrafficControl, name: String) throws(LinkError) {
    let found = try NetlinkSocket.attempt("list the queueing disciplines of \(name)") {
      () throws(NetlinkSocket.Refusal) in try control.disciplines()
    }
    if let taken = found.first(where: { $0.parent == .ingress }) {
      throw LinkError(
        "\(name) already has ingress or egress filters: \(taken.kind)",
        remedy: "Headwind cannot add its filters next to them; remove them yourself (tc qdisc del dev \(name) "
          + "\(taken.kind)), and restore them afterwards")
    }
    let root = found.first { $0.parent == .root }
    description = root.map { $0.handle == .none ? $0.kind : "\($0.kind) \($0.handle)" } ?? "no queueing discipline"
  }
}
