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

  var all: [Comparison] {
    lists + [headerWalk, httpRows, httpExchanges, twoPasses, jsonLines, archive] + statistics + wholeTrees + [gopacket]
  }

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

  /// The list at its quickest, and a C program that does nothing but read frames and walk their headers.
  private var headerWalk: Comparison {
    let program = folder + "/header-walk"
    var row = Comparison(
      title: "list -n -t -q against a walk of the headers in C, one core",
      ours: [headwind, "capture", "-n", "-t", "-q", "-r", capture], theirs: [program, capture], target: 0.4,
      prepare: { try CompiledPeer.build("Benchmarks/HeaderWalk/header-walk.c", to: program) }
    ) { ours, theirs in
      let lines = (
        try OutputFiles.lines(ours) { $0.contains(" tcp ") || $0.contains(": tcp") },
        try OutputFiles.lines(ours) { $0.contains(" UDP") || $0.contains(" udp ") }
      )
      let counts = try OutputFiles.words(theirs).prefix(2)
      return (
        counts == ["\(lines.0)", "\(lines.1)"],
        "\(lines.0) segments, \(lines.1) datagrams; C: \(counts.joined(separator: " "))"
      )
    }
    row.onOneCore = true
    return row
  }

  /// What later packets say of earlier ones.
  private var twoPasses: Comparison {
    let fields = ["-2", "-Y", "http.request", "-T", "fields", "-e", "http.request.uri", "-e", "http.response_in"]
    return Comparison(
      title: "HTTP rows in two passes", ours: [headwind, "capture", "-r", http] + fields,
      theirs: tshark(http) + fields, target: 40, rounds: 3
    ) { ours, theirs in
      let (rows, different) = try OutputFiles.differentRows(ours, theirs)
      let withResponse = try OutputFiles.lines(theirs) { !$0.hasSuffix("\t") }
      // tshark does not pair where segments came twice or out of order.
      let unpaired = try OutputFiles.lines(theirs) { $0.hasSuffix("\t") }
      return (
        rows == withResponse + unpaired && different <= unpaired,
        "\(rows) requests; tshark pairs \(withResponse) of them; \(different) rows differ"
      )
    }
  }

  /// HTTP Archive, which tshark does not write, against the list of the same exchanges.
  private var archive: Comparison {
    Comparison(
      title: "export har, against the list of HTTP exchanges", ours: [headwind, "export", "har", "-r", capture],
      theirs: [headwind, "http", "-r", capture], target: 0.5, rounds: 3
    ) { ours, theirs in
      let entries = try OutputFiles.lines(ours) { $0.hasPrefix("{\"startedDateTime\":") }
      let (exchanges, _) = try OutputFiles.rows(theirs, summing: 7)
      return (entries == exchanges, "\(entries) entries, \(exchanges) exchanges")
    }
  }

  private var statistics: [Comparison] {
    let conversations = Comparison(
      title: "statistics of conversations", ours: [headwind, "stats", "conversations", "-r", http],
      theirs: ["tshark", "-n", "-q", "-z", "conv,tcp", "-r", http], target: 10, rounds: 3
    ) { ours, theirs in
      // Both have an address and a port at each end, and the packets of both ways together.
      let mine = try OutputFiles.sortedRows(ours) { words in
        words.count > 5 && Int(words[1]) != nil ? "\(words[0]):\(words[1]) \(words[2]):\(words[3]) \(words[4])" : nil
      }
      let other = try OutputFiles.sortedRows(theirs) { words in
        words.count > 9 && words[1] == "<->" ? "\(words[0]) \(words[2]) \(words[9])" : nil
      }
      return (mine == other && !mine.isEmpty, "\(mine.count) conversations; tshark \(other.count)")
    }
    let intervals = Comparison(
      title: "statistics of intervals", ours: [headwind, "stats", "io", "-r", http],
      theirs: ["tshark", "-n", "-q", "-z", "io,stat,1", "-r", http], target: 10, rounds: 3
    ) { ours, theirs in
      let mine = try OutputFiles.sortedRows(ours) { $0.count == 4 && Int($0[2]) != nil ? "\($0[2]) \($0[3])" : nil }
      let other = try OutputFiles.sortedRows(theirs) { words in
        words.count == 5 && words[1] == "<>" ? "\(words[3]) \(words[4])" : nil
      }
      return (mine == other && !mine.isEmpty, "\(mine.count) intervals; tshark \(other.count)")
    }
    let whole = Comparison(
      title: "statistics of the whole file", ours: [headwind, "stats", "io", "--interval", "0", "-r", capture],
      theirs: ["capinfos", "-M", "-T", "-r", "-c", "-d", capture], target: 1
    ) { ours, theirs in
      let mine = try OutputFiles.sortedRows(ours) { $0.count == 4 && Int($0[2]) != nil ? "\($0[2]) \($0[3])" : nil }
      let other = try OutputFiles.sortedRows(theirs) { $0.count == 3 ? "\($0[1]) \($0[2])" : nil }
      return (mine == other && mine.count == 1, mine.joined() + " packets and bytes; capinfos " + other.joined())
    }
    return [conversations, intervals, whole]
  }

  /// Every packet's tree in each of its shapes, on one core and on all. All that trees say is compared in the tests; here,
  /// whether there are as many, and a few fields of every packet.
  private var wholeTrees: [Comparison] {
    let names = "tcp.seq_raw|tcp.ack_raw|frame.time_epoch|ip.id|tcp.len|tcp.analysis.initial_rtt|http.request.uri"
    let keys = names.split(separator: "|").map { name in
      name.split(separator: ".")[0] + "_" + name.map { $0 == "." ? "_" : String($0) }.joined()
    }
    let shapes: [(options: [String], packet: String, pattern: String)] = [
      (
        ["-V"], "Frame ",
        "(Epoch Time|Sequence Number \\(raw\\)|Source Port|Identification|Time to Live|\\[iRTT): .*|Request URI: /.*"
      ),
      (["-T", "json"], "\"_index\": \"packets-", "\"(\(names))\": \"[^\"]*\""),
      (["-T", "ek"], "{\"timestamp\":\"", "\"(\(keys.joined(separator: "|")))\": ?\"[^\"]*\""),
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
          let digests = (
            try OutputFiles.digest(ours, of: shape.pattern, in: folder),
            try OutputFiles.digest(theirs, of: shape.pattern, in: folder)
          )
          return (
            counts.0 == counts.1 && counts.0 > 0 && digests.0 == digests.1,
            "\(counts.0) packets, digest of some fields \(digests.0); tshark \(counts.1), \(digests.1)"
          )
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
