import Streams

internal import Dissection

/// How a demand was broken: what was seen, in words that follow "the client", and the packets that show it.
struct Finding {
  var words: String
  var packets: [PacketMark] = []

  init(_ words: String, _ packets: [PacketMark] = []) {
    self.words = words
    self.packets = packets
  }
}
