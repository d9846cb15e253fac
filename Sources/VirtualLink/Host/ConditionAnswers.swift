import Glibc
import LinkConditions

/// Answers the requests to a process that holds conditions on an interface: `status` and `off`.
struct ConditionAnswers: Sendable {
  private let request: ConditionLease.Request
  private let condition: HostCondition
  private let ending: Alarm
  private let started = EngineClock.now

  init(_ request: ConditionLease.Request, _ condition: HostCondition, _ ending: Alarm) {
    self.request = request
    self.condition = condition
    self.ending = ending
  }

  func answer(_ line: String) -> ControlReply {
    switch line {
    case "off":
      ending.raise("it was undone")
      return ControlReply()
    case "status": return ControlReply(status)
    default: return ControlReply(error: "unknown request; the requests are status, off")
    }
  }

  /// One line for the user.
  var description: String {
    var words = "\(request.interface): \(request.profile.name), netem engine, "
    words += request.viewpoint.description
    if let time = request.time { words += ", for \(QuantityText.text(of: time))" }
    if !request.exceptions.isEmpty {
      words += ", except " + request.exceptions.map(\.description).joined(separator: ", ")
    }
    return words + "; before: \(condition.snapshot)"
  }

  private var status: [(name: String, value: String)] {
    var values: [(name: String, value: String)] = [
      ("state", "conditioned"), ("interface", request.interface), ("profile", request.profile.name),
      ("engine", EngineKind.netem.rawValue),
      ("directions", "the \(request.viewpoint.rawValue)'s: \(request.viewpoint.description)"),
      ("before", "\(condition.snapshot)"), ("process", String(getpid())),
    ]
    if !request.exceptions.isEmpty {
      values.append(("except", request.exceptions.map(\.description).joined(separator: ", ")))
    }
    let age = EngineClock.now - started
    values.append(("age", String(age.nanoseconds / 1_000_000_000)))
    if let time = request.time {
      values.append(("left", String(max(0, (time.nanoseconds - age.nanoseconds) / 1_000_000_000))))
    }
    if let counters = try? condition.counters(request.viewpoint) {
      let (up, down) = (counters.uplink, counters.downlink)
      values += [
        ("uplink-left-packets", String(up.packets)), ("uplink-dropped-packets", String(up.drops)),
        ("downlink-left-packets", String(down.packets)), ("downlink-dropped-packets", String(down.drops)),
      ]
    }
    return values
  }
}
