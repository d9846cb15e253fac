import Streams
import Exchanges
import TextOutput

/// JSON (RFC 8259) as a tree of objects, arrays and members, each with its path.
enum JSONDissector {
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
    let mark = tree.beginProtocol(
      .json, start..<bytes.count, text: "JavaScript Object Notation" + (type.map { ": \($0)" } ?? ""))
    var parser = JSONParser(allowsSequence: true, depthLimit: depthLimit, nodeLimit: tree.state.nodeLimit)
    parser.parse(bytes.extracting(start..<bytes.count))
    parser.finish()
    var fields = JSONFields(nodes: parser.nodes, start: start, for: tree)
    fields.add(to: &tree, bytes)
    if let error = parser.error { tree.expert(nil, .error, "Broken JSON \(error)") }
    tree.end(mark)
    if parser.error != nil, let type { MediaDissector.text(&tree, bytes, start, type) }
  }
}
