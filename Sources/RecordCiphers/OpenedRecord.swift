internal import FoundationEssentials

/// The plaintext of a record. It can be filled again and again.
public struct OpenedRecord: Sendable {
  var storage = Data()
  private var kept: Scratch?

  public init() {}

  var scratch: Scratch {
    mutating get {
      // A copy of this record may have the same memory.
      if isKnownUniquelyReferenced(&kept), let kept { return kept }
      let new = Scratch()
      kept = new
      return new
    }
  }

  public var bytes: Span<UInt8> {
    @_lifetime(borrow self) get { storage.span }
  }
}

extension OpenedRecord: CustomStringConvertible, CustomReflectable {
  public var description: String { "<\(storage.count) bytes of plaintext>" }
  public var customMirror: Mirror { Mirror(self, children: [:]) }
}
