import Exchanges
import TextOutput

// Exchanges, plots, conversations and marks: what takes a pass over many packets.
extension ConsoleAPI {
  func appendExchanges(_ request: APIRequest, _ text: inout TextBuffer) throws {
    let exchanges = try source(exchanges)
    if request.path.count == 2 {
      guard let number = Int(request.path[1]), try exchanges.append(number, to: &text) else {
        throw APIProblem(404, "there is no exchange \(request.path[1])")
      }
      return
    }
    exchanges.begin()
    let from = try request.number("from", default: 0)
    let status = exchanges.status
    text.append("{\"total\":")
    text.append(json: status.count)
    text.append(",\"complete\":")
    text.append(json: status.isComplete)
    text.append(",\"trouble\":")
    text.append(jsonString: status.trouble)
    text.append(",\"rows\":")
    exchanges.append(
      from: from, count: min(try request.number("count", default: 100), PacketRows.most), to: &text)
    text.append("}\n")
  }

  func appendBody(_ request: APIRequest, _ text: inout TextBuffer) throws {
    let parties: [String: HTTPParty] = ["request": .client, "response": .server]
    guard let number = Int(request.path[1]), let party = parties[try request.text("of")] else {
      throw APIProblem(404, "a body is that of a number: exchanges/1/body?of=response, or of=request")
    }
    guard try source(exchanges).appendBody(of: number, party, to: &text) else {
      throw APIProblem(404, "there is no exchange \(number)")
    }
  }

  /// What takes a pass over all packets.
  func appendTraffic(_ request: APIRequest, _ text: inout TextBuffer) throws {
    let (store, desk) = (try source(store), try desk())
    switch request.path[0] {
    case "plots":
      let bins = min(max(1, try request.number("bins", default: 400)), PlotDesk.most)
      let stream = try request.parameters["stream"].map { _ in try request.number("stream", default: 0) }
      try desk.plots.append(try request.span(), bins: bins, stream: stream, to: &text)
    case "dns":
      let count = min(try request.number("count", default: 1000), QueryList.mostListed)
      try QueryList(store, desk.tables, try request.span()).append(count: count, to: &text)
    default: try appendStreams(request, &text)
    }
  }

  func appendMarks(_ request: APIRequest, _ text: inout TextBuffer) throws {
    let stream = try request.parameters["stream"].map { _ in try request.number("stream", default: 0) }
    try desk().marks.append(
      try request.span(), count: try request.number("count", default: 1000), stream: stream,
      waits: request.parameters["wait"] != "false", to: &text)
  }

  private func appendStreams(_ request: APIRequest, _ text: inout TextBuffer) throws {
    let desk = try desk().streams
    guard request.path.count == 3 else {
      let count = min(try request.number("count", default: 100), PacketRows.most)
      return try desk.appendList(from: try request.number("from", default: 0), count: count, to: &text)
    }
    guard let stream = Int(request.path[1]), stream >= 0 else {
      throw APIProblem(404, "there is no conversation \(request.path[1])")
    }
    switch request.path[2] {
    case "sequence":
      let points = try request.number("points", default: 2000)
      try desk.appendSequence(stream, try request.span(), points: points, to: &text)
    case "packets":
      let count = try request.number("count", default: 500)
      try desk.appendPackets(stream, try request.span(), count: count, to: &text)
    case "follow": try appendTalk(stream, request, desk, &text)
    default: throw APIProblem(404, "a conversation has: sequence, packets, follow")
    }
  }

  private func appendTalk(
    _ stream: Int, _ request: APIRequest, _ desk: StreamDesk, _ text: inout TextBuffer
  ) throws {
    let name = request.parameters["layer"] ?? FollowLayer.tcp.rawValue
    guard let layer = FollowLayer(rawValue: name) else {
      throw APIProblem(400, "layer must be \(FollowLayer.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    let most = min(try request.number("bytes", default: StreamDesk.usualTalk), StreamDesk.mostTalk)
    guard try desk.appendTalk(stream, layer, atMost: most, options: try source(exchanges).options, to: &text) else {
      throw APIProblem(404, "there is no conversation \(stream) of \(name)")
    }
  }

  func appendLatencies(_ request: APIRequest, _ text: inout TextBuffer) throws {
    let exchanges = try source(exchanges)
    exchanges.begin()
    let isComplete = exchanges.status.isComplete
    exchanges.latencies.append(
      try request.span(), last: try source(store).status.last ?? 0,
      count: min(max(1, try request.number("points", default: 2000)), LatencyPlot.most),
      bins: min(max(1, try request.number("bins", default: 60)), PlotDesk.most), isComplete: isComplete, to: &text)
  }
}
