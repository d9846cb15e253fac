import HTTP2

extension RequestHead {
  /// The head that a field block of HTTP/2 or HTTP/3 says.
  init(_ block: borrowing HPACKFieldBlock) {
    let text = { (bytes: [UInt8]) in String(decoding: bytes, as: UTF8.self) }
    method = text(block.value(.method) ?? [])
    authority = block.value(.authority).map(text)
    target = block.value(.path).map(text) ?? authority ?? ""
    for field in block.fields where !block.bytes[field.name].starts(with: [UInt8(ascii: ":")]) {
      let (name, value) = (text(Array(block.bytes[field.name])), text(Array(block.bytes[field.value])))
      fields.append(ScriptedResponse.Header(name, value))
    }
  }
}
