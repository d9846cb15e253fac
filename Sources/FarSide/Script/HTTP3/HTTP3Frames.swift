import HTTP3
import Wire

/// Writes frames of HTTP/3 (RFC 9114 section 7), also those that no correct server sends.
enum HTTP3Frames {
  static func frame(_ type: HTTP3FrameType, _ payload: [UInt8]) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(payload.count + 16)
    VariableInteger.append(type.rawValue, to: &bytes)
    VariableInteger.append(UInt64(payload.count), to: &bytes)
    return bytes + payload
  }

  /// What a control stream begins with: its type, and the settings. They allow no dynamic table, so that no request waits for one.
  static var control: [UInt8] {
    var settings: [UInt8] = []
    for setting in [HTTP3Setting(.qpackMaxTableCapacity, 0), HTTP3Setting(.qpackBlockedStreams, 0)] {
      VariableInteger.append(setting.identifier.rawValue, to: &settings)
      VariableInteger.append(setting.value, to: &settings)
    }
    return [UInt8(HTTP3StreamType.control.rawValue)] + frame(.settings, settings)
  }

  static func head(_ fields: [ScriptedResponse.Header]) -> [UInt8] { frame(.headers, QPACKLiterals.section(fields)) }

  static func goaway(_ stream: UInt64) -> [UInt8] {
    var payload: [UInt8] = []
    VariableInteger.append(stream, to: &payload)
    return frame(.goaway, payload)
  }
}

/// Writes field sections of QPACK without any table: literals with literal names, and without Huffman's code (RFC 9204 section
/// 4.5.6).
enum QPACKLiterals {
  static func section(_ fields: [ScriptedResponse.Header]) -> [UInt8] {
    // The prefix says that no entry of the dynamic table is needed (section 4.5.1).
    fields.reduce(into: [0, 0]) { bytes, field in
      let name = Array(field.name.lowercased().utf8)
      let value = Array(field.value.utf8)
      integer(name.count, prefix: 3, over: 0x20, to: &bytes)
      bytes += name
      integer(value.count, prefix: 7, over: 0, to: &bytes)
      bytes += value
    }
  }

  /// An integer in the lowest bits of a byte, and further bytes if it does not fit (RFC 7541 section 5.1).
  private static func integer(_ value: Int, prefix: Int, over high: UInt8, to bytes: inout [UInt8]) {
    let most = 1 << prefix - 1
    guard value >= most else { return bytes.append(high | UInt8(value)) }
    bytes.append(high | UInt8(most))
    var rest = value - most
    while rest >= 128 {
      bytes.append(UInt8(rest % 128 + 128))
      rest /= 128
    }
    bytes.append(UInt8(rest))
  }
}
