import Dissection

extension FlowSummary {
  /// What was given up, a line each; none if nothing was.
  var losses: [String] {
    let option = " (--memory)"
    var lines: [String] = []
    if evictedConversations > 0 {
      lines.append(
        "\(evictedConversations) of \(conversations) conversations were given up before their end for want of memory"
          + option)
    }
    if forgottenConversations > 0 {
      lines.append(
        "\(forgottenConversations) conversations were forgotten by the analysis of TCP for want of memory\(option)")
    }
    if omittedReferences > 0 {
      lines.append("\(omittedReferences) references to later packets were left out for want of memory\(option)")
    }
    if cutTrees > 0 { lines.append("\(cutTrees) packets have more fields than there is memory for\(option)") }
    if evictedBytes > 0 { lines.append("\(evictedBytes) bytes that waited in them went unread") }
    if fragments.evictedPackets > 0 {
      lines.append("\(fragments.evictedPackets) fragmented packets were given up before they were whole\(option)")
    }
    if fragments.conflicts > 0 {
      lines.append("\(fragments.conflicts) fragmented packets had fragments that contradict each other")
    }
    if cutBodies > 0 { lines.append("\(cutBodies) bodies were not kept whole for want of memory\(option)") }
    if conflicts > 0 {
      lines.append("\(conflicts) bytes were sent again with other content; the first copy counts")
    }
    if strays > 0 {
      lines.append("\(strays) packets were passed over: they are outside the TCP window, so no receiver takes them")
    }
    if givenUpHoles > 0 {
      lines.append("\(givenUpHoles) times a hole was given up because too much waited behind it")
    }
    return lines
  }
}
