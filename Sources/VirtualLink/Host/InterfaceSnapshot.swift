/// The interface's own configuration as text. Conditions do not change it.
struct InterfaceSnapshot: Equatable, Sendable, CustomStringConvertible {
  /// Its root queueing discipline, such as `mq` or `htb 7:`.
  let description: String

  init(description: String) {
    self.description = description
  }

  /// Examines an interface.
  /// - Throws: `LinkError` if the hooks that conditions need are in use.
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
