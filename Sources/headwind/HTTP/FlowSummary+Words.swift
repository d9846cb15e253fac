import Dissection
import Streams

extension FlowSummary {
  /// Lines for a reader of exchanges: about what the capture lacks, and then about what was lost.
  var remarks: [String] {
    guard oneSidedConversations > 0 else { return losses }
    let count = "\(oneSidedConversations) of \(conversations) TCP conversation\(conversations == 1 ? "" : "s")"
    let verb = oneSidedConversations == 1 ? "was" : "were"
    return ["\(count) \(verb) captured in one direction only, so requests or responses are missing"] + losses
  }

  /// What was lost, one line each; empty if nothing was.
  var losses: [String] {
    let option = " (--memory)"
    var lines: [String] = []
    if evictedConversations > 0 {
      lines.append(
        "\(evictedConversations) of \(conversations) conversations were discarded before their end to save memory"
          + option)
    }
    if forgottenConversations > 0 {
      lines.append(
        "\(forgottenConversations) conversations were discarded by the TCP analysis to save memory\(option)")
    }
    if omittedReferences > 0 {
      lines.append("\(omittedReferences) references to later packets were omitted to save memory\(option)")
    }
    if cutTrees > 0 { lines.append("\(cutTrees) packets have more fields than the memory limit allows\(option)") }
    if evictedBytes > 0 { lines.append("\(evictedBytes) waiting bytes of these conversations were not read") }
    if fragments.evictedPackets > 0 {
      lines.append("\(fragments.evictedPackets) fragmented packets were discarded before they were complete\(option)")
    }
    if fragments.conflicts > 0 {
      lines.append("\(fragments.conflicts) fragmented packets had contradictory fragments")
    }
    if omittedFailures > 0 {
      lines.append("\(omittedFailures) more connections failed before a request; they were omitted to save memory")
    }
    if cutBodies > 0 { lines.append("\(cutBodies) bodies were truncated to save memory\(option)") }
    if conflicts > 0 {
      lines.append("\(conflicts) bytes were retransmitted with different content; the first copy counts")
    }
    if strays > 0 {
      lines.append("\(strays) packets were ignored: they are outside the TCP window, so no receiver accepts them")
    }
    if givenUpHoles > 0 {
      lines.append("\(givenUpHoles) gaps were skipped because too much data waited behind them")
    }
    return lines
  }
}
