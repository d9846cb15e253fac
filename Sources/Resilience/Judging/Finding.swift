import Streams

internal import Dissection

/// How a demand was violated: what was observed, as a sentence about the client ("it ..."), and the packets that show
/// it.
struct Finding {
  var words: String
  var packets: [PacketMark] = []

  init(_ words: String, _ packets: [PacketMark] = []) {
    self.words = words
    self.packets = packets
  }
}
