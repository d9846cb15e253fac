import LinkConditions
import TextOutput
import VirtualLink

/// The calls that check what somebody types, change links and run suites.
extension ConsoleAPI {
  /// What can be done to a link with an argument: the parameter that holds it.
  private static let arguments = ["switch": "profile", "then": "clause", "mark": "text"]

  func changeLink(_ request: APIRequest, _ text: inout TextBuffer) throws {
    let (name, action) = (request.path[1], request.path[2])
    guard LinkDesk.actions.contains(action) else {
      throw APIProblem(404, "a link can: \(LinkDesk.actions.sorted().joined(separator: ", "))")
    }
    var argument = try Self.arguments[action].map { try Self.line(try request.text($0)) }
    if action == "switch", let queued = request.parameters["queued"] {
      guard let treatment = QueuedTreatment(rawValue: queued) else {
        throw APIProblem(400, "'queued' is one of: \(QueuedTreatment.allCases.map(\.rawValue).joined(separator: ", "))")
      }
      argument = argument.map { "\($0) queued \(treatment.rawValue)" }
    }
    let reply = try explained { try links.perform(action, on: name, argument: argument) }
    text.append("{\"profile\":")
    text.append(jsonString: reply["profile"])
    text.append("}\n")
  }

  /// Opens another console, on the packets of a link.
  func openConsole(_ request: APIRequest, _ text: inout TextBuffer) throws {
    try requireToRunPrograms()
    let name = try explained {
      let name = try LinkName(request.path[1])
      _ = try LinkDirectory.find(name)
      return name
    }
    text.append("{\"address\":")
    text.append(jsonString: try consoles.open(["console", "-i", name.text]))
    text.append("}\n")
  }

  /// What happened on the wire and to the link since a mark.
  func appendTimeline(_ request: APIRequest, _ text: inout TextBuffer) throws {
    let since = try request.parameters["since"].map { "since \(try Self.line($0))" }
    let reply = try explained { try links.perform("timeline", on: request.path[1], argument: since) }
    text.append("{\"events\":[")
    for (place, value) in reply.values.filter({ $0.name == "event" }).enumerated() {
      if place > 0 { text.append(",") }
      text.append(jsonString: value.value)
    }
    text.append("]}\n")
  }

  func checkProfile(_ request: APIRequest, _ text: inout TextBuffer) throws {
    switch request.path[1] {
    case "check": ProfileDesk.appendCheck(yaml: try request.text("yaml"), to: &text)
    case "clause": ProfileDesk.appendCheck(clause: try request.text("clause"), links.library, to: &text)
    default: throw APIProblem(404, "profiles can be checked: check, clause")
    }
  }

  func answerSuites(_ request: APIRequest, _ text: inout TextBuffer) throws {
    switch (request.method, request.path.dropFirst().first ?? "") {
    case ("GET", "scenarios"): return try suites.appendScenarios(to: &text)
    case ("GET", "run"): return suites.appendRun(from: try request.number("from", default: 0), to: &text)
    case ("POST", "run"):
      let only = (request.parameters["only"] ?? "").split(separator: ",").map(String.init)
      try suites.start(
        client: try request.text("client"), only: only, deadline: try request.number("deadline", default: 5))
      suites.appendRun(from: 0, to: &text)
    case ("DELETE", "run"):
      suites.stop()
      suites.appendRun(from: 0, to: &text)
    case ("GET", "report"): return try suites.appendReport(to: &text)
    case ("POST", "evidence"):
      text.append("{\"address\":")
      text.append(jsonString: try suites.openEvidence(try request.text("scenario")))
      text.append("}\n")
    default: throw APIProblem(405, "suites: GET scenarios; GET, POST and DELETE run; GET report; POST evidence")
    }
  }

  /// A request to a link is one line.
  private static func line(_ text: String) throws(APIProblem) -> String {
    guard !text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else {
      throw APIProblem(400, "it must be one line, without control characters")
    }
    return text
  }

  private func explained<Value>(_ work: () throws -> Value) throws -> Value {
    do {
      return try work()
    } catch let problem as APIProblem {
      throw problem
    } catch {
      throw APIProblem(409, "\(error)")
    }
  }
}
