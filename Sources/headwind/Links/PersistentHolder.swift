import ArgumentParser
import Dissection
import FarSide
import Glibc
import LinkConditions
import Resilience
import Synchronization
import SystemPackage
import TextOutput
import VirtualLink

/// Runs one scenario after the other for a program that lives on, each with an engine, servers and a capture of its own, on namespaces
/// that stay.
final class PersistentHolder: Sendable {
  private let ground: LinkGround
  private let isRootless: Bool
  private let name: LinkName
  /// Answers requests on the control socket; nil between scenarios.
  private let controller = Mutex<LinkController?>(nil)
  private let plan: PersistentPlan

  /// How often to look whether a scenario is over, in microseconds.
  private static let tick: UInt32 = 3_000

  init(_ plan: PersistentPlan, isRootless: Bool) throws {
    self.plan = plan
    self.isRootless = isRootless
    ground = try LinkGround()
    name = try LinkName("run")
    address = .unique(name)
  }

  var network: NetworkNamespace { ground.topology.client }
  /// The addresses of its control socket: the usual one, and the one that the program is told.
  var usualAddress: ControlAddress { ControlAddress(name) }
  let address: ControlAddress

  /// How the program resolves names, and whom it trusts.
  var resolution: NameResolution {
    var resolution = NameResolution(nameserver: ground.topology.addresses.gateway4)
    resolution.authority = TrustedAuthority(pem: ground.authority.pem)
    return resolution
  }

  /// Answers a request on the control socket.
  func answer(_ line: String, from peer: ControlPeer) -> ControlReply {
    if let controller = controller.withLock({ $0 }) { return controller.answer(line, from: peer) }
    guard line == "ready" else { return ControlReply(error: "no scenario runs") }
    becomeReady()
    return ControlReply()
  }

  private func becomeReady() { MarkFile.maker(of: plan.said)() }

  /// Reads orders from standard input and answers each on standard output, until there are no more.
  func serve() {
    while let line = readLine() {
      let reply: PersistentReply
      do {
        reply = try run(try PersistentOrder(line: line))
      } catch {
        reply = PersistentReply(trouble: "\(error)")
      }
      // Whoever gave the order is gone.
      guard Self.tell(reply) else { break }
    }
    MarkFile.maker(of: plan.end)()
  }

  private static func tell(_ reply: PersistentReply) -> Bool {
    (try? FileDescriptor.standardOutput.writeAll((reply.line + "\n").utf8)) != nil
  }

  private func run(_ order: PersistentOrder) throws -> PersistentReply {
    let options = try LinkOptions.parse(order.options)
    let session = try LinkSession(options, isRootless: isRootless, on: ground)
    defer { session.end() }
    session.tolerance = .milliseconds(order.lateness)
    controller.withLock {
      $0 = LinkController(
        name: name, link: session.link, resolution: session.resolution,
        findProfile: session.finder(options.finder()), observer: session.observer,
        becomeReady: { [self] in becomeReady() })
    }
    defer { controller.withLock { $0 = nil } }
    try session.holdTimeline(seconds: order.startUp, until: order.beginning)
    guard rename(order.task, order.next) == 0 else {
      throw LinkError("cannot hand over \(order.task): \(String(cString: strerror(errno)))")
    }
    while !MarkFile.exists(order.done) {
      if let reason = session.link.alarm.reason { return PersistentReply(trouble: "the link is down: \(reason)") }
      usleep(Self.tick)
    }
    let isComplete = session.end()
    return PersistentReply(
      shortfall: session.shortfall, trouble: isComplete ? nil : "the capture or the servers' log is incomplete")
  }
}
