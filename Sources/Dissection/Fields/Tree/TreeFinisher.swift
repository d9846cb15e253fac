import TextOutput
import Wire

/// Adds to trees the JSON documents that their dissector has left out: most of a tree, and no other packet depends on it, so
/// that it can be done on another thread.
///
///     dissector.postponesDocuments = true
///     dissector.dissect(frame, bytes)
///     var finisher = TreeFinisher(dissector.settings)   // here or elsewhere, now or later
///     finisher.finish(dissector.tree, bytes)
///     finisher.tree
public struct TreeFinisher {
  private var builder: TreeBuilder

  /// - Parameter settings: those of the trees' dissector.
  public init(_ settings: DissectionSettings) {
    builder = TreeBuilder(settings)
  }

  /// The tree that was finished last.
  public var tree: FieldTree { builder.tree }

  /// How many trees had no more nodes for want of memory.
  public var cutTrees: Int { builder.state.cutTrees }

  /// Makes a tree with all that is in another, and the documents that it lacks.
  public mutating func finish(_ tree: FieldTree, _ frame: Span<UInt8>) {
    builder.tree.begin(as: tree)
    var (next, added) = (0, 0)
    for document in tree.postponed {
      builder.tree.nodes += tree.nodes[next..<document.place]
      next = document.place
      add(document, to: tree, frame, &added)
      // Nothing would have been added after what had no room.
      if builder.tree.isCut { return }
    }
    builder.tree.nodes += tree.nodes[next...]
  }

  /// - Parameter added: how many protocols were found in documents.
  private mutating func add(
    _ document: PostponedDocument, to tree: FieldTree, _ frame: Span<UInt8>, _ added: inout Int
  ) {
    builder.buffer = document.buffer
    let known = builder.tree.protocols.count
    let later = Array(builder.tree.protocols[(document.protocols + added)...])
    builder.tree.protocols.removeLast(later.count)
    if document.buffer == 0 {
      JSONDissector.finish(&builder, frame.extracting(0..<document.range.upperBound), document)
    } else {
      let bytes = tree.buffers[Int(document.buffer)].bytes
      JSONDissector.finish(&builder, bytes.span.extracting(0..<document.range.upperBound), document)
    }
    builder.tree.protocols += later
    guard builder.tree.protocols.count > known else { return }
    added += builder.tree.protocols.count - known
    builder.tree.listProtocols()
  }
}

/// What becomes a node, and what is made of it.
public struct DissectionSettings: Sendable {
  let wanted: FieldSet?
  let wantsText: Bool
  let wantsLines: Bool
  let tables: DissectorTables
  let memory: Int
  let sharers: Int
}

/// A JSON document that is not in its tree yet.
struct PostponedDocument: Sendable {
  /// Where its nodes go.
  var place: Int
  /// How many protocols are listed up to it.
  let protocols: Int
  let range: Range<Int>
  let buffer: UInt8
  /// The media type that it came as.
  let type: String?
}

extension FieldTree {
  /// Takes over all but the nodes of another tree.
  fileprivate mutating func begin(as other: FieldTree) {
    clear()
    other.texts.withBytes { texts.append($0) }
    buffers = other.buffers
    protocols = other.protocols
    protocolsPlace = other.protocolsPlace
    isCut = other.isCut
    tlsVersion = other.tlsVersion
    stop = other.stop
  }
}
