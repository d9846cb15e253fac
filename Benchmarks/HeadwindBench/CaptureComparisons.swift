/// What Headwind does with a capture file, against the programs that people use for it now.
struct CaptureComparisons {
  let headwind: String
  let folder: String
  /// A capture of `HEADWIND_BENCH_MB`.
  let capture: String
  /// Smaller ones for tshark, which takes a second for each 4 MB of them, and most of that for its own JSON.
  let http: String
  let json: String
  /// About 20,000 frames, whose trees are twenty times as large.
  let trees: String

  var all: [Comparison] { lists + [httpRows, httpExchanges, jsonLines] + wholeTrees + [gopacket] }

  private var lists: [Comparison] {
    let quick = list("-n", "-q", "-t", target: 2.5)
    var onOneCore = list("-n", "-q", "-t", target: 1.5)
    onOneCore.title += ", one core"
    onOneCore.onOneCore = true
    return [onOneCore, quick, list("-n", target: 5), list("-n", "-A", target: 15)]
  }

  private func list(_ options: String..., target: Double) -> Comparison {
    Comparison(
      title: "list " + options.joined(separator: " "), ours: [headwind, "capture"] + options + ["-r", capture],
      theirs: ["tcpdump"] + options + ["-r", capture], target: target, judge: OutputFiles.areEqual)
  }

  /// tshark finds out-of-order segments only if it is told to; we always do.
  private func tshark(_ capture: String, _ words: String...) -> [String] {
    ["tshark", "-r", capture, "-o", "tcp.reassemble_out_of_order:TRUE"] + words
  }

  private var httpRows: Comparison {
    let fields = ["-Y", "http", "-T", "fields", "-e", "http.request.uri", "-e", "http.time"]
    return Comparison(
      title: "HTTP rows", ours: [headwind, "capture", "-r", http] + fields, theirs: tshark(http) + fields, target: 80,
      judge: OutputFiles.haveEqualRows)
  }

  private var httpExchanges: Comparison {
    Comparison(
      title: "HTTP exchanges", ours: [headwind, "http", "-r", http],
      theirs: tshark(http, "-Y", "http", "-T", "fields", "-e", "http.request.uri", "-e", "http.time"),
      rounds: 3
    ) { ours, theirs in
      let exchanges = try OutputFiles.lines(ours) { $0.drop { $0 == " " }.first?.isNumber ?? false }
      let requests = try OutputFiles.lines(theirs) { !$0.hasPrefix("\t") && !$0.isEmpty }
      let answered = try OutputFiles.lines(theirs) { $0.contains("\t") && !$0.hasSuffix("\t") }
      return (
        exchanges == requests,
        "\(exchanges) exchanges; tshark finds \(requests) requests and pairs \(answered) responses with them"
      )
    }
  }

  /// Where the line feed that ends a chunked body is a segment of its own, tshark calls the response malformed and shows no JSON.
  private var jsonLines: Comparison {
    Comparison(
      title: "JSON decoded", ours: [headwind, "export", "jsonl", "-r", json],
      theirs: tshark(json, "-Y", "json || _ws.malformed", "-T", "json"), target: 70
    ) { ours, theirs in
      let documents = try OutputFiles.lines(ours) { !$0.contains("\"response_json\":null") }
      let shown = try OutputFiles.lines(theirs) { $0.drop { $0 == " " } == "\"json\": {" }
      let malformed = try OutputFiles.lines(theirs) { $0.drop { $0 == " " } == "\"_ws.malformed\": {" }
      return (
        documents == shown + malformed,
        "\(documents) JSON bodies; tshark shows \(shown) and calls \(malformed) responses malformed"
      )
    }
  }

  /// Every packet's tree in each of its shapes, on one core and on all. What the trees say is compared in the tests; here,
  /// whether there are as many.
  private var wholeTrees: [Comparison] {
    let shapes: [(options: [String], packet: String)] = [
      (["-V"], "Frame "), (["-T", "json"], "\"_index\": \"packets-"), (["-T", "ek"], "{\"timestamp\":\""),
    ]
    return shapes.flatMap { shape in
      [true, false].map { isOnOneCore in
        var row = Comparison(
          title: "trees " + shape.options.joined(separator: " "),
          ours: [headwind, "capture", "-n", "-r", trees] + shape.options,
          theirs: tshark(trees, "-n") + shape.options, target: isOnOneCore ? 5 : 9, rounds: 3
        ) { ours, theirs in
          // tshark writes the line of a name and its value, we write a packet to a line.
          let isPacket = { (line: Substring) in
            line.hasPrefix(shape.packet) || line.drop { $0 == " " || $0 == "{" }.hasPrefix(shape.packet)
          }
          let counts = (try OutputFiles.lines(ours, where: isPacket), try OutputFiles.lines(theirs, where: isPacket))
          return (counts.0 == counts.1 && counts.0 > 0, "\(counts.0) packets; tshark \(counts.1)")
        }
        row.onOneCore = isOnOneCore
        if isOnOneCore { row.title += ", one core" }
        return row
      }
    }
  }

  private var gopacket: Comparison {
    let program = folder + "/gopacket"
    return Comparison(
      title: "HTTP with gopacket", ours: [headwind, "http", "-r", capture], theirs: [program, capture], target: 1.5,
      prepare: { try GopacketPeer.build(to: program, in: folder) }
    ) { ours, theirs in
      let (rows, decoded) = try OutputFiles.rows(ours, summing: 7)
      let counts = try OutputFiles.words(theirs)
      return (
        counts == ["\(rows)", "\(rows)", "\(decoded)"],
        "\(rows) exchanges, \(decoded) bytes of decoded bodies; gopacket: \(counts.joined(separator: " "))"
      )
    }
  }
}
