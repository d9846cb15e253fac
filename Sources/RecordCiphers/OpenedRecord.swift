/// The plaintext of a record. It can be filled again and again.
public struct OpenedRecord: Sendable {
  /// The plaintext is at the beginning of this memory, which is kept from record to record.
  var storage: [UInt8] = []
  var count = 0

  public init() {}

  public var bytes: Span<UInt8> {
    @_lifetime(borrow self) get { storage.span.extracting(first: count) }
  }
}

extension OpenedRecord: CustomStringConvertible, CustomReflectable {
  public var description: String { "<\(count) bytes of plaintext>" }
  public var customMirror: Mirror { Mirror(self, children: [:]) }
}
