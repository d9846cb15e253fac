import Captures
import TextOutput

/// Captures packets on an interface.
extension CaptureCommand {
  func listen(on name: String) throws {
    let (interface, link) = try source.namespace.enterWithLink(for: name)
    let secrets = wantsSecrets ? link.flatMap { LinkSecrets($0) } : nil
    var live = try LiveCapture.open(interface, options: source.options(filter: try filter.expression()))
    if let secrets { live.use(secrets, inBlocks: target.holdsSecrets) }
    if let link, target.holdsSecrets { live.use(LinkPhases(link)) }
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
    Summary(statistics, taken: session.count).lines.forEach { Headwind.say("\($0)") }
    if let secrets, target.holdsSecrets { SecretWords.say(hasKeys: secrets.found > 0, missing: secrets.missing) }
    if let trouble { throw trouble }
  }

  /// Whether the secrets of a link are of use: in the file, or for fields.
  private var wantsSecrets: Bool { target.holdsSecrets || tree.isUsed || tree.display.text != nil }
}
