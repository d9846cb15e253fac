import Dissection
import Exchanges
import TestSupport
import Testing
import TextOutput
import Wire

/// Trees whose JSON documents are added afterwards.
@Suite struct TreeFinisherTests {
  static let documents = [
    #"{"a": [1, {"b": null}, "x"], "naïve": "Zürich \u00e9"}"#, "[]", "\"x\"\n{}", "{\"a\": tru", "{\"a\":\u{1B}}",
    "{\"é",
  ]

  @Test("A tree that is finished later equals one that is built at once", arguments: documents)
  func equals(_ document: String) {
    var talk = Talk()
    let body = Array(document.utf8)
    let head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: \(body.count)\r\n\r\n"
    talk.say(.client, Array("GET /a HTTP/1.1\r\n\r\nGET /b HTTP/1.1\r\n\r\n".utf8))
    // Two in one segment, and one in pieces.
    talk.say(.server, Array(head.utf8) + body + Array(head.utf8) + body)
    talk.say(.client, Array("GET /c HTTP/1.1\r\n\r\n".utf8))
    talk.say(.server, Array(head.utf8) + body, size: 20)
    #expect(Self.texts(talk, postponed: true) == Self.texts(talk, postponed: false))
    #expect(Self.texts(talk, postponed: false).contains { $0.contains("JSON text") })
  }

  /// What is printed of each packet, as text and as JSON.
  private static func texts(_ talk: Talk, postponed: Bool) -> [String] {
    var dissector = PacketDissector()
    dissector.postponesDocuments = postponed
    var finisher = TreeFinisher(dissector.settings)
    var printer = TreePrinter()
    return talk.packets.enumerated().map { index, packet in
      let frame = HTTPReader.frame(index + 1, packet)
      dissector.dissect(frame, packet.bytes.span)
      var tree = dissector.tree
      if !tree.isFinished {
        finisher.finish(tree, packet.bytes.span)
        tree = finisher.tree
      }
      printer.appendText(tree, packet.bytes.span)
      printer.appendObject(tree, frame, packet.bytes.span)
      printer.appendLines(tree, frame, packet.bytes.span)
      return printer.take().text
    }
  }
}
