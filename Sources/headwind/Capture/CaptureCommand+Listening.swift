import Captures
import VirtualLink

/// Packets as they cross an interface.
extension CaptureCommand {
  func listen(on name: String) throws {
    let interface = try enter(name)
    var live = try LiveCapture.open(interface, options: source.options(filter: try filter.expression()))
    var session = CaptureSession(
      limit: limits.limit, signals: try CaptureSignals.arrange(),
      processes: source.showsProcesses ? try .live() : nil, sink: try target.sink(precision.resolution, isLive: true),
      printer: printer(), view: try view())
    if let type = source.linkType { Headwind.say("headwind: data link type \(type.name)") }
    Headwind.say("listening on \(interface), \(describe(live.interfaces[0]))")
    var trouble: (any Error)?
    do {
      try session.take(from: &live)
    } catch {
      trouble = error
    }
    var statistics = live.statistics ?? CaptureStatistics()
    statistics.captured = UInt64(session.count)
    do {
      try session.finish(statistics)
    } catch {
      trouble = trouble ?? error
    }
    Summary(statistics, taken: session.count).lines.forEach { Headwind.say($0) }
    if let trouble { throw trouble }
  }

  /// Moves to where the interface is, and gives its name there.
  ///
  /// A link of ours is named by its name, and looked at from where its client is; in another namespace there are none.
  func enter(_ name: String) throws -> String {
    try source.namespace.enter()
    if !source.namespace.isUsed, let interface = try LinkDirectory.enterClientNamespace(of: name) { return interface }
    guard let number = Int(name), let listed = try InterfaceList.name(numbered: number) else { return name }
    return try LinkDirectory.enterClientNamespace(of: listed) ?? listed
  }
}
