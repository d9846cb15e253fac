import Streams
import TextOutput
import Wire

/// The nodes under `[Timestamps]` and `[SEQ/ACK analysis]`.
enum TCPAnalysisFields {
  static func addTimes(_ tree: inout TreeBuilder, _ analysis: TCPAnalysis) {
    let mark = tree.begin(.text, 0..<0, .none, traits: .generated) { $0.append("[Timestamps]") }
    tree.generate(.tcpTimeRelative, .relativeTime(analysis.sinceFirst)) {
      $0.append("[Time since first frame in this TCP stream: ", seconds: analysis.sinceFirst)
    }
    tree.generate(.tcpTimeDelta, .relativeTime(analysis.sincePrevious)) {
      $0.append("[Time since previous frame in this TCP stream: ", seconds: analysis.sincePrevious)
    }
    tree.end(mark)
  }

  static func add(_ tree: inout TreeBuilder, _ analysis: TCPAnalysis) {
    guard analysis.hasFindings else { return }
    let mark = tree.begin(.tcpAnalysis, 0..<0, .none, traits: .generated) { $0.append("[SEQ/ACK analysis]") }
    if let frame = analysis.acknowledgedFrame {
      tree.generate(.tcpAnalysisAcksFrame, .unsigned(UInt64(frame))) {
        $0.append("[This is an ACK to the segment in frame: ", UInt64(frame))
        $0.append("]")
      }
      if analysis.roundTrip != 0 {
        tree.generate(.tcpAnalysisAckRtt, .relativeTime(analysis.roundTrip)) {
          $0.append("[The RTT to ACK the segment was: ", seconds: analysis.roundTrip)
        }
      }
    }
    if let initial = analysis.initialRoundTrip {
      tree.generate(.tcpAnalysisInitialRtt, .relativeTime(initial)) { $0.append("[iRTT: ", seconds: initial) }
    }
    if analysis.bytesInFlight > 0 {
      tree.generate(.tcpAnalysisBytesInFlight, .unsigned(UInt64(analysis.bytesInFlight)))
      tree.generate(.tcpAnalysisPushBytesSent, .unsigned(UInt64(analysis.pushBytes)))
    }
    if !analysis.findings.isEmpty { addFlags(&tree, analysis) }
    tree.end(mark)
  }

  private static let flags: [(TCPFindings, FieldID, ExpertSeverity, String)] = [
    (
      .reusedPorts, .tcpAnalysisReusedPorts, .note,
      "A new tcp session is started with the same ports as an earlier session in this trace"
    ),
    (.retransmission, .tcpAnalysisRetransmission, .note, "This frame is a (suspected) retransmission"),
    (.fastRetransmission, .tcpAnalysisFastRetransmission, .note, "This frame is a (suspected) fast retransmission"),
    (.fastRetransmission, .tcpAnalysisRetransmission, .note, "This frame is a (suspected) retransmission"),
    (
      .spuriousRetransmission, .tcpAnalysisSpuriousRetransmission, .note,
      "This frame is a (suspected) spurious retransmission"
    ),
    (.spuriousRetransmission, .tcpAnalysisRetransmission, .note, "This frame is a (suspected) retransmission"),
    (.outOfOrder, .tcpAnalysisOutOfOrder, .warning, "This frame is a (suspected) out-of-order segment"),
    (.lostSegment, .tcpAnalysisLostSegment, .warning, "Previous segment(s) not captured (common at capture start)"),
    (
      .ackLostSegment, .tcpAnalysisAckLostSegment, .warning,
      "ACKed segment that wasn't captured (common at capture start)"
    ),
    (.windowUpdate, .tcpAnalysisWindowUpdate, .chat, "TCP window update"),
    (.windowFull, .tcpAnalysisWindowFull, .warning, "TCP window specified by the receiver is now completely full"),
    (.keepAlive, .tcpAnalysisKeepAlive, .note, "TCP keep-alive segment"),
    (.keepAliveAck, .tcpAnalysisKeepAliveAck, .note, "ACK to a TCP keep-alive segment"),
    (.zeroWindowProbe, .tcpAnalysisZeroWindowProbe, .note, "TCP Zero Window Probe"),
    (.zeroWindow, .tcpAnalysisZeroWindow, .warning, "TCP Zero Window segment"),
    (.zeroWindowProbeAck, .tcpAnalysisZeroWindowProbeAck, .note, "ACK to a TCP Zero Window Probe"),
  ]

  private static func addFlags(_ tree: inout TreeBuilder, _ analysis: TCPAnalysis) {
    let mark = tree.begin(.tcpAnalysisFlags, 0..<0, .none, traits: .generated, text: "[TCP Analysis Flags]")
    for (finding, field, severity, text) in flags where analysis.findings.contains(finding) {
      tree.expert(field, severity, text, .sequence)
    }
    if let frame = analysis.retransmissionOf, analysis.retransmissionDelay != 0 {
      tree.generate(
        .tcpAnalysisRto, .relativeTime(analysis.retransmissionDelay),
        text: "[The RTO for this segment was: \(TextFormat.seconds(analysis.retransmissionDelay)) seconds]")
      tree.generate(
        .tcpAnalysisRtoFrame, .unsigned(UInt64(frame)), text: "[RTO based on delta from frame: \(frame)]")
    }
    if analysis.findings.contains(.duplicateAck) {
      tree.generate(.tcpAnalysisDuplicateAck, .none, text: "[This is a TCP duplicate ack]")
    }
    tree.end(mark)
    guard analysis.findings.contains(.duplicateAck) else { return }
    tree.generate(
      .tcpAnalysisDuplicateAckNum, .unsigned(UInt64(analysis.duplicateNumber)),
      text: "[Duplicate ACK #: \(analysis.duplicateNumber)]")
    let duplicate = tree.begin(
      .tcpAnalysisDuplicateAckFrame, 0..<0, .unsigned(UInt64(analysis.duplicateOf)), traits: .generated,
      text: "[Duplicate to the ACK in frame: \(analysis.duplicateOf)]")
    tree.expert(.tcpAnalysisDuplicateAck, .note, "Duplicate ACK (#\(analysis.duplicateNumber))", .sequence)
    tree.end(duplicate)
  }
}

extension TextBuffer {
  /// Appends a time as the end of a text in brackets.
  fileprivate mutating func append(_ words: String, seconds nanoseconds: Int64) {
    append(words)
    append(seconds: nanoseconds)
    append(" seconds]")
  }
}
