import TextOutput
import Wire

/// SVCB and HTTPS records (RFC 9460).
enum DNSServiceBinding {
  static func add(_ tree: inout TreeBuilder, _ bytes: Span<UInt8>, message: Int, _ start: Int) throws(DissectionStop) {
    try tree.number(.dnsSvcbSvcpriority, bytes, start, 2)
    var position = start + 2
    let target = try DNSNameText.read(bytes, message: message, &position)
    tree.add(.dnsSvcbTargetname, start + 2..<position, .string(target))
    while position < bytes.count {
      let key = try bytes.number(2, at: position)
      let length = Int(try bytes.number(2, at: position + 2))
      let data = position + 4
      try bytes.need(length, at: data)
      let mark = tree.begin(
        .dnsSvcbSvcparam, position..<data + length, .none,
        text: "Parameter: \(ValueNames.dnsSvcbSvcparamKey[key] ?? "key\(key)")")
      try tree.number(.dnsSvcbSvcparamKey, bytes, position, 2)
      try tree.number(.dnsSvcbSvcparamValueLength, bytes, position + 2, 2)
      try value(&tree, bytes.extracting(0..<data + length), data, key)
      tree.end(mark)
      position = data + length
    }
  }

  private static func value(_ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ start: Int, _ key: UInt64)
    throws(DissectionStop)
  {
    var position = start
    switch key {
    case 0:
      while position < bytes.count {
        try tree.number(.dnsSvcbSvcparamMandatoryKey, bytes, position, 2)
        position += 2
      }
    case 1:
      while position < bytes.count {
        let length = Int(try tree.number(.dnsSvcbSvcparamAlpnLength, bytes, position, 1))
        try tree.string(.dnsSvcbSvcparamAlpn, bytes, position + 1, length)
        position += 1 + length
      }
    case 3: try tree.number(.dnsSvcbSvcparamPort, bytes, start, 2)
    case 4:
      while position < bytes.count {
        try tree.ipv4(.dnsSvcbSvcparamIpv4hintIp, bytes, position)
        position += 4
      }
    case 6:
      while position < bytes.count {
        try tree.ipv6(.dnsSvcbSvcparamIpv6hintIp, bytes, position)
        position += 16
      }
    case 5: if start < bytes.count { try tree.run([.dnsSvcbSvcparamEchconfig], bytes, start) }
    default:
      if start < bytes.count { tree.add(.dnsSvcbSvcparamValue, start..<bytes.count, .bytes) }
    }
  }
}
