internal import FoundationEssentials

/// The plaintext of a record. It can be filled again and again.
public struct OpenedRecord: Sendable {
  var storage = Data()

  public init() {}

  public var bytes: Span<UInt8> {
    @_lifetime(borrow self) get { storage.span }
  }
}

extension OpenedRecord: CustomStringConvertible, CustomReflectable {
  public var description: String { "<\(storage.count) bytes of plaintext>" }
  public var customMirror: Mirror { Mirror(self, children: [:]) }
}
