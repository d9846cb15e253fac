import Captures
import Dissection
import Foundation
import Streams
import Testing
import Wire

@testable import Resilience

/// What tshark sees in a capture of a scenario, put together as the judge puts its evidence together, to be compared line by line.
struct TsharkEvidence {
  /// What is asked of each packet, in this order.
  private static let fields = [
    "frame.number", "tcp.stream", "tcp.dstport", "tcp.flags", "tcp.len", "http.request.method", "http.request.uri",
    "dns.flags.response", "dns.qry.name", "icmp.type", "icmpv6.type", "tcp.srcport",
    "tcp.analysis.retransmission", "http2.headers.method", "http2.headers.path",
  ]

  private struct Packet {
    let number: Int
    let values: [String]

    init(_ values: [String], _ numbers: [Int]) throws {
      self.values = values
      number = numbers[try #require(Int(values[0])) - 1]
    }

    var isQuoted: Bool { !values[9].isEmpty || !values[10].isEmpty }
    var stream: Int? { isQuoted ? nil : Int(values[1]) }
    var isFromClient: Bool { ["80", "443"].contains(values[2]) }
    var flags: Int { Int(values[3].dropFirst(2), radix: 16) ?? 0 }
    var length: Int { Int(values[4]) ?? 0 }
    var isSecure: Bool { [values[2], values[11]].contains("443") }
    var isHTTP2: Bool { !values[13].isEmpty }
    /// A request that the client's stack sends again is one request. A packet may hold those of several streams.
    var requests: [String] {
      guard values[12].isEmpty else { return [] }
      guard isHTTP2 else { return values[5].isEmpty ? [] : ["\(values[5]) \(values[6])"] }
      return zip(values[13].split(separator: ","), values[14].split(separator: ",")).map { "\($0) \($1)" }
    }
    var hasRequest: Bool { !requests.isEmpty }
  }

  /// A line for each connection, request and DNS query of the client's end, by tshark's fields.
  static func theirs(_ capture: String) throws -> [String] {
    let client = capture + ".client"
    let numbers = try clientEnd(of: capture, to: client)
    defer { try? FileManager.default.removeItem(atPath: client) }
    let packets = try rows(client).map { try Packet($0, numbers) }
    let requests = packets.flatMap { packet in packet.requests.map { "request \(packet.number) \($0)" } }
    let queries = packets.filter { ["0", "False"].contains($0.values[7]) && !$0.isQuoted }.map {
      "query \($0.number) \($0.values[8])"
    }
    // A packet whose port the link has corrupted is of no connection: nobody sent a SYN for it.
    return connections(packets).filter { !$0.hasPrefix("connection [] ") } + requests + queries
  }

  /// The same lines by our own evidence.
  static func ours(_ capture: String) throws -> [String] {
    let evidence = try WireEvidence(capture: capture)
    let connections = evidence.connections.map { connection in
      // The frames of HTTP/2 are compared where they are dissected.
      let isHTTP2 = evidence.requests.contains { $0.http2Stream != nil && $0.packet == connection.firstRequest }
      return line(
        attempts: connection.attempts.map(\.number), established: connection.established?.number,
        request: connection.firstRequest?.number,
        responses: isHTTP2
          ? []
          : [connection.isDecrypted ? nil : connection.firstResponse, connection.lastResponse]
            .compactMap { $0?.number },
        closed: connection.closedByClient.map { "\(connection.clientReset ? "RST" : "FIN") \($0.number)" },
        closedByServer: connection.closedByServer?.number)
    }
    return connections + evidence.requests.map { "request \($0.packet.number) \($0.method) \($0.target)" }
      + evidence.nameQueries.map { "query \($0.packet.number) \($0.question.split(separator: " ")[0])" }
  }

  private static func line(
    attempts: [Int], established: Int?, request: Int?, responses: [Int], closed: String?, closedByServer: Int?
  ) -> String {
    "connection \(attempts) established \(established ?? 0) request \(request ?? 0) responses \(responses) "
      + "closed by client \(closed ?? "never"), by server \(closedByServer ?? 0)"
  }

  private static func connections(_ packets: [Packet]) -> [String] {
    var streams: [[Packet]] = []
    for packet in packets {
      guard let stream = packet.stream else { continue }
      if stream == streams.count { streams.append([]) }
      streams[stream].append(packet)
    }
    return streams.map { stream in
      let sent = stream.filter(\.isFromClient), received = stream.filter { !$0.isFromClient }
      let data = received.filter { $0.length > 0 }
      let close = sent.first { $0.flags & 5 != 0 }
      // Within TLS, tshark has the requests at our packets, but the responses where their records are whole.
      let secured = sent.first { $0.isSecure && $0.hasRequest }
      return line(
        attempts: sent.filter { $0.flags & 0x12 == 2 }.map(\.number),
        established: received.first { $0.flags & 2 != 0 }?.number,
        request: (secured ?? sent.first { $0.length > 0 })?.number,
        responses: secured?.isHTTP2 == true
          ? [] : [secured == nil ? data.first : nil, data.last].compactMap { $0?.number },
        closed: close.map { "\($0.flags & 4 != 0 ? "RST" : "FIN") \($0.number)" },
        closedByServer: received.first { $0.flags & 5 != 0 }?.number)
    }
  }

  /// Writes the client's packets alone, since the other end's copies would look like retransmissions.
  /// - Returns: the numbers that they have in the capture.
  private static func clientEnd(of capture: String, to path: String) throws -> [Int] {
    var reader = try CaptureReader.open(capture)
    var writer = try CaptureWriter.create(path, format: .pcapng, interfaces: [reader.interfaces[0]])
    var numbers: [Int] = []
    while let frame = try reader.next() {
      let secrets = reader.takeKeyLog()
      if !secrets.isEmpty { try writer.write(.keyLog(secrets)) }
      // Damaged packets, which the client's network stack does not take.
      if WireEvidence.isDiscarded(frame, reader.bytes, reader.comments) { continue }
      try writer.write(frame, reader.bytes)
      numbers.append(frame.number)
    }
    try writer.close()
    return numbers
  }

  private static func rows(_ path: String) throws -> [[String]] {
    let preferences = ["tcp.desegment_tcp_streams", "http.desegment_body", "http.desegment_headers"]
    let words = preferences.map { "-o \($0):FALSE" } + ["-T fields"] + fields.map { "-e \($0)" }
    let text = try ReportTests.run("LC_ALL=C tshark -r '\(path)' \(words.joined(separator: " "))", "")
    return text.split(separator: "\n").map {
      $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    }
  }
}
