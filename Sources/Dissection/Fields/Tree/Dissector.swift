/// Who understands a protocol.
struct Dissector: Sendable {
  /// Dissects the bytes from `start` to the end of the span; returns where the protocol's data ended.
  typealias Function =
    @Sendable (_ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ start: Int) throws(DissectionStop) -> Void
  /// Whether the bytes from `start` look like the protocol.
  typealias Recognizer = @Sendable (_ bytes: Span<UInt8>, _ start: Int) -> Bool

  /// Wireshark's name of the protocol, as in `frame.protocols` and for "decode as".
  var name: String
  var dissect: Function
  /// The second chance where no number leads to the protocol; nil if the bytes do not tell.
  var recognize: Recognizer?

  init(_ name: String, recognize: Recognizer? = nil, _ dissect: @escaping Function) {
    self.name = name
    self.recognize = recognize
    self.dissect = dissect
  }
}
