/// Who understands a protocol.
struct Dissector: Sendable {
  /// Dissects the bytes from `start` to the end of the span; returns where the protocol's data ended.
  typealias Function =
    @Sendable (_ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ start: Int) throws(DissectionStop) -> Void

  /// Wireshark's name of the protocol, as in `frame.protocols` and for "decode as".
  var name: String
  var dissect: Function

  init(_ name: String, _ dissect: @escaping Function) {
    self.name = name
    self.dissect = dissect
  }
}
