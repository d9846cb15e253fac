import Captures
import Dissection
import TextOutput

/// `--follow`: shows one conversation instead of packets.
extension CaptureCommand {
  func follow(_ target: FollowOptions.Target, in paths: [String]) throws {
    var session = FollowSession(
      target, memory: following.budget.memory.bytes, decodedAs: tree.decoding.words,
      try CaptureSignals.arrange(answering: [.end]))
    var trouble: (any Error)?
    do {
      if let name = source.interface {
        let interface = try source.namespace.enter(for: name)
        var live = try LiveCapture.open(interface, options: source.options(filter: try filter.expression()))
        Headwind.say("listening on \(interface), \(describe(live.interfaces[0]))")
        try session.take(from: &live)
      }
      for path in paths {
        Progress.begin(reading: path)
        defer { Progress.end() }
        var reader = try open(path)
        try session.take(from: &reader, where: try captureFilter(for: reader))
        try reader.sayWhatIsNotRead()
      }
    } catch let error as CaptureError {
      // Print what was read before the error.
      trouble = error
    }
    try session.finish()
    if let trouble { throw trouble }
    guard session.isFound else {
      throw Failure(
        "there is no \(target.layer) conversation \(target.stream)",
        remedy: "Conversations are numbered from 0, as in Wireshark; `headwind stats conversations` lists them.",
        status: ExitStatus.foundWrong)
    }
  }
}
