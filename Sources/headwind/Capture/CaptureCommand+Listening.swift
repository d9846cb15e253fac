import Captures
import VirtualLink

/// Packets as they cross an interface.
extension CaptureCommand {
  func listen(on name: String) throws {
    // A link of ours is named by its name, and we look at it from where its client is.
    let interface = try LinkDirectory.enterClientNamespace(of: name) ?? name
    let options = LiveCaptureOptions(
      filter: try filter.expression(), snapshotLength: source.snapshotLength, bufferSize: source.bufferBytes,
      isPromiscuous: source.isPromiscuous)
    let stop = try StopSignals.asDescriptor()
    var live = try LiveCapture.open(interface, options: options, stop: stop)
    var session = CaptureSession(
      limit: limits.limit, filter: nil, sink: try target.sink(for: live.interfaces), printer: printer(),
      view: try view())
    Headwind.say("listening on \(interface), \(describe(live.interfaces[0]))")
    var trouble: (any Error)?
    do {
      try session.take(from: &live)
    } catch {
      trouble = error
    }
    var statistics = live.statistics
    statistics.captured = UInt64(session.count)
    do {
      try session.finish(statistics)
    } catch {
      trouble = trouble ?? error
    }
    report(statistics)
    if let trouble { throw trouble }
  }

  private func report(_ statistics: CaptureStatistics) {
    let counts = [
      (statistics.captured, "captured"), (statistics.receivedByFilter, "received by filter"),
      (statistics.droppedByKernel, "dropped by kernel"),
    ]
    for (count, words) in counts {
      Headwind.say("\(count) packet\(count == 1 ? "" : "s") \(words)")
    }
  }
}
