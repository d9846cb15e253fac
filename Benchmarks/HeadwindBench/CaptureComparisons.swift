/// What Headwind does with a capture file, against the programs that people use for it now.
enum CaptureComparisons {
  static func all(_ headwind: String, capture: String) -> [Comparison] {
    [
      Comparison(
        title: "list -n -t -q", ours: [headwind, "capture", "-n", "-t", "-q", "-r", capture],
        theirs: ["tcpdump", "-n", "-t", "-q", "-r", capture], expected: 1, judge: OutputFiles.areEqual),
      Comparison(
        title: "text -n -t -q -A", ours: [headwind, "capture", "-n", "-t", "-q", "-A", "-r", capture],
        theirs: ["tcpdump", "-n", "-t", "-q", "-A", "-r", capture], expected: 5, rounds: 3, judge: OutputFiles.areEqual),
      Comparison(
        title: "HTTP exchanges", ours: [headwind, "http", "-r", capture],
        theirs: [
          "tshark", "-r", capture, "-o", "tcp.reassemble_out_of_order:TRUE", "-Y", "http", "-T", "fields", "-e",
          "http.request.uri", "-e", "http.time",
        ], expected: 30, rounds: 3, judge: exchangesAreEqual),
    ]
  }

  /// One line of ours is an exchange and begins with its number; one line of theirs is a message, with the URI if it is a
  /// request and a time if it is the response to one.
  private static func exchangesAreEqual(_ ours: String, _ theirs: String) throws -> (isEqual: Bool, words: String) {
    let exchanges = try OutputFiles.lines(ours) { $0.drop { $0 == " " }.first?.isNumber ?? false }
    let requests = try OutputFiles.lines(theirs) { !$0.hasPrefix("\t") && !$0.isEmpty }
    let answered = try OutputFiles.lines(theirs) { $0.contains("\t") && !$0.hasSuffix("\t") }
    return (
      exchanges == requests,
      "\(exchanges) exchanges; tshark finds \(requests) requests and pairs \(answered) responses with them"
    )
  }
}
