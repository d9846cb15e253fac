import Captures
import LinkConditions
import VirtualLink

/// What reaches a link from the programs on it and from the kernel.
enum ControlInput {
  /// A request on the control socket.
  static func request(_ input: [UInt8]) {
    let line = String(decoding: input, as: UTF8.self)
    let words = line.split(separator: " ", maxSplits: 1)
    let (word, argument) = (words.first.map(String.init) ?? "", words.count > 1 ? String(words[1]) : "")
    do {
      _ = try ObservationRequest(word, argument)
    } catch {
      answer(error)
    }
    do {
      _ = try TimelineClause(parsing: line)
    } catch {
      answer(LinkError("\(error.message) (at character \(error.column))"))
    }
    do {
      _ = try LinkName(line)
    } catch {
      answer(error)
    }
    answer(LinkError(line))
  }

  /// A refusal repeats what was said, in one line: another one would be taken for the answer to the next request.
  private static func answer(_ error: any Error) {
    let text = ControlReply(error: "\(error)").text
    guard text.hasSuffix("\n") else { fatalError("control: no end of \(text.debugDescription)") }
    let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    guard lines.count == 2 else { fatalError("control: \(lines.count - 1) lines: \(text.debugDescription)") }
  }

  /// What the kernel says of interfaces and queueing disciplines.
  static func netlink(_ input: [UInt8]) {
    for reply in NetlinkSocket.messages(in: input[...]) {
      _ = QueueingDiscipline(reply.body)
      _ = QueueingDiscipline.interface(of: reply.body)
      _ = InterfaceControl.State(NetlinkAttributes(reply.body.dropFirst(16)))
      _ = NetlinkSocket.refusal(in: reply.body)
    }
  }

  /// The name of a process, which is whatever the process likes.
  static func process(_ input: [UInt8]) {
    let text = String(decoding: input, as: UTF8.self)
    let name = ProcessName(id: 1234, name: text)
    for words in [name.suffix, name.comment] {
      Oracle.line(words, "ProcessName")
      Oracle.text(words, "ProcessName")
    }
    guard ProcessName(comment: name.comment) == name else {
      fatalError("ProcessName: \(name.comment.debugDescription)")
    }
    if let other = ProcessName(comment: text) { Oracle.text(other.suffix, "ProcessName") }
  }
}
