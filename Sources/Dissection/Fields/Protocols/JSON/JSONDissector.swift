import Exchanges
import Streams
import TextOutput
import Wire

/// JSON (RFC 8259) as a tree of objects, arrays and members, each with its path.
enum JSONDissector {
  static let declaration = ProtocolDeclaration(
    fields: FieldTable.json,
    entries: [.udpPort(to: dissector)],
    recognition: DatagramRecognition(dissector, isDocument), summaries: [HTTPSummary.json])

  static let dissector = dissector(of: nil)

  /// How many containers may lie in each other; a tree has no more levels.
  private static let depthLimit = 100

  /// - Parameter type: the media type that it came as.
  static func dissector(of type: String?) -> Dissector {
    Dissector("json") { (tree, bytes, start) throws(DissectionStop) in
      document(&tree, bytes, start, type)
    }
  }

  /// Whether bytes are an object or an array, and nothing else.
  static func isDocument(_ bytes: Span<UInt8>, _ start: Int) -> Bool {
    var half = StreamHalf()
    return half.document(bytes.extracting(start..<bytes.count)) == .yes
  }

  private static func document(_ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ start: Int, _ type: String?) {
    let mark = tree.beginProtocol(.json, start..<bytes.count) { line in
      line.append("JSON text")
      guard let type else { return }
      line.append(": ")
      line.append(harmless: type)
    }
    if !tree.needs.documents || tree.postpone(start..<bytes.count, type) { return tree.end(mark) }
    let isBroken = addContent(&tree, bytes, start)
    tree.end(mark)
    if isBroken, let type { MediaDissector.text(&tree, bytes, start, type) }
  }

  /// Adds a document whose protocol's node is there already.
  static func finish(_ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ document: PostponedDocument) {
    tree.depth = 1
    let isBroken = addContent(&tree, bytes, document.range.lowerBound)
    tree.depth = 0
    if isBroken, let type = document.type { MediaDissector.text(&tree, bytes, document.range.lowerBound, type) }
  }

  /// Adds what is below the protocol's node; says whether the document is broken.
  private static func addContent(_ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ start: Int) -> Bool {
    var parser = JSONParser(allowsSequence: true, depthLimit: depthLimit, nodeLimit: tree.state.nodeLimit)
    parser.nodes.reserveCapacity(min((bytes.count - start) / 16, 4096))
    parser.parse(bytes.extracting(start..<bytes.count))
    parser.finish()
    var fields = JSONFields(nodes: parser.nodes, start: start, for: tree)
    fields.add(to: &tree, bytes)
    guard let error = parser.error else { return false }
    tree.expert(nil, .error, "Broken JSON \(error)")
    return true
  }
}
