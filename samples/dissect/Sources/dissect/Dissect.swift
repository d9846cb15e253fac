import Captures
import Dissection

/// Prints the trees of the packets that a display filter matches: dissect FILE FILTER
@main struct Dissect {
  static func main() throws {
    let words = CommandLine.arguments
    guard words.count == 3 else {
      print("usage: dissect FILE FILTER")
      return
    }
    let filter = try DisplayFilter(words[2])
    var reader = try CaptureReader.open(words[1])
    var dissector = PacketDissector()
    var printer = TreePrinter()
    while let frame = try reader.next() {
      let notes = PacketNotes(
        section: reader.section, interface: reader.interfaces[frame.interfaceID].name, comments: reader.comments)
      dissector.dissect(frame, reader.bytes, notes: notes)
      guard filter.matches(dissector.tree, reader.bytes) else { continue }
      printer.appendText(dissector.tree, reader.bytes)
      print(printer.take())
    }
  }
}
