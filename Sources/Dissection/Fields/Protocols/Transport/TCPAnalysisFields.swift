import Streams
import TextOutput
import Wire

/// The nodes that tell of the conversation: times, and what its sequence and acknowledgment numbers say.
enum TCPAnalysisFields {
  static func addTimes(_ tree: inout TreeBuilder, _ analysis: TCPAnalysis) {
    let mark = tree.begin(.text, 0..<0, .none, traits: .generated) { $0.append("[Timestamps]") }
    tree.generate(.tcpTimeRelative, .relativeTime(analysis.sinceFirst))
    tree.generate(.tcpTimeDelta, .relativeTime(analysis.sincePrevious))
    tree.end(mark)
  }

  static func add(_ tree: inout TreeBuilder, _ analysis: TCPAnalysis) {
    guard analysis.hasFindings else { return }
    let mark = tree.begin(.tcpAnalysis, 0..<0, .none, traits: .generated)
    if let frame = analysis.acknowledgedFrame {
      tree.generate(.tcpAnalysisAcksFrame, .unsigned(UInt64(frame)))
      if analysis.roundTrip != 0 {
        tree.generate(.tcpAnalysisAckRtt, .relativeTime(analysis.roundTrip))
      }
    }
    if let initial = analysis.initialRoundTrip {
      tree.generate(.tcpAnalysisInitialRtt, .relativeTime(initial))
    }
    if analysis.bytesInFlight > 0 {
      tree.generate(.tcpAnalysisBytesInFlight, .unsigned(UInt64(analysis.bytesInFlight)))
      tree.generate(.tcpAnalysisPushBytesSent, .unsigned(UInt64(analysis.pushBytes)))
    }
    if !analysis.findings.isEmpty { addFlags(&tree, analysis) }
    tree.end(mark)
  }

  private static let flags: [(TCPFindings, FieldID, ExpertSeverity)] = [
    (.reusedPorts, .tcpAnalysisReusedPorts, .note),
    (.retransmission, .tcpAnalysisRetransmission, .note),
    (.fastRetransmission, .tcpAnalysisFastRetransmission, .note),
    (.fastRetransmission, .tcpAnalysisRetransmission, .note),
    (.spuriousRetransmission, .tcpAnalysisSpuriousRetransmission, .note),
    (.spuriousRetransmission, .tcpAnalysisRetransmission, .note),
    (.outOfOrder, .tcpAnalysisOutOfOrder, .warning),
    (.lostSegment, .tcpAnalysisLostSegment, .warning),
    (.ackLostSegment, .tcpAnalysisAckLostSegment, .warning),
    (.windowUpdate, .tcpAnalysisWindowUpdate, .chat),
    (.windowFull, .tcpAnalysisWindowFull, .warning),
    (.keepAlive, .tcpAnalysisKeepAlive, .note),
    (.keepAliveAck, .tcpAnalysisKeepAliveAck, .note),
    (.zeroWindowProbe, .tcpAnalysisZeroWindowProbe, .note),
    (.zeroWindow, .tcpAnalysisZeroWindow, .warning),
    (.zeroWindowProbeAck, .tcpAnalysisZeroWindowProbeAck, .note),
  ]

  private static func addFlags(_ tree: inout TreeBuilder, _ analysis: TCPAnalysis) {
    let mark = tree.begin(.tcpAnalysisFlags, 0..<0, .none, traits: .generated)
    for (finding, field, severity) in flags where analysis.findings.contains(finding) {
      tree.expert(field, severity, .sequence)
    }
    if let frame = analysis.retransmissionOf, analysis.retransmissionDelay != 0 {
      tree.generate(
        .tcpAnalysisRto, .relativeTime(analysis.retransmissionDelay))
      tree.generate(
        .tcpAnalysisRtoFrame, .unsigned(UInt64(frame)))
    }
    if analysis.findings.contains(.duplicateAck) {
      tree.generate(.tcpAnalysisDuplicateAck)
    }
    tree.end(mark)
    guard analysis.findings.contains(.duplicateAck) else { return }
    tree.generate(
      .tcpAnalysisDuplicateAckNum, .unsigned(UInt64(analysis.duplicateNumber)))
    let duplicate = tree.begin(
      .tcpAnalysisDuplicateAckFrame, 0..<0, .unsigned(UInt64(analysis.duplicateOf)), traits: .generated)
    tree.expert(
      .tcpAnalysisDuplicateAck, .note, "Duplicate acknowledgment, number \(analysis.duplicateNumber)", .sequence)
    tree.end(duplicate)
  }
}
