public import Wire

/// A display filter: Wireshark's language over the fields of `FieldTable`.
///
///     let filter = try DisplayFilter("tcp.port in {80, 8080} and ip.src == 10.0.0.0/8")
///     var dissector = PacketDissector(wanted: filter.fields, wantsText: false)
///     dissector.dissect(frame, bytes)
///     if filter.matches(dissector.tree, bytes) { ... }
public struct DisplayFilter: Sendable {
  private let program: FilterProgram
  /// As it was written.
  public let text: String

  /// Reads and checks a filter; an empty one fits every packet.
  public init(_ text: String) throws(FilterError) {
    self.text = text
    guard let expression = try FilterParser.parse(text) else {
      program = FilterProgram()
      return
    }
    do throws(FilterError) {
      program = try FilterCompiler.compile(expression)
    } catch {
      var error = error
      error.text = text
      throw error
    }
  }

  /// The fields that it looks at.
  public var fields: FieldSet { program.fields }

  /// Whether header fields are all that it needs, so that most packets need no tree.
  public var needsOnlyHeaders: Bool { !program.needsTree && program.fields.isSubset(of: HeaderFields.known) }

  /// Whether the packet with this tree fits. The tree must have been built with at least `fields`.
  public func matches(_ tree: FieldTree, _ bytes: Span<UInt8>) -> Bool {
    program.evaluate(TreeFields(tree: tree), bytes)
  }

  /// Whether a packet fits, by its headers alone; nil where they do not tell.
  public func matchesHeaders(_ frame: Frame, _ bytes: Span<UInt8>) -> Bool? {
    guard let headers = HeaderFields(frame, bytes) else { return nil }
    return program.evaluate(headers, bytes)
  }
}
