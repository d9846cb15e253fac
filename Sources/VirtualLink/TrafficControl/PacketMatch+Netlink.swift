import CNetlink
import LinkConditions

extension PacketMatch {
  /// The keys for the kernel, which requires at least one.
  var kernelKeys: [Key] { keys.isEmpty ? [Key(value: 0, mask: 0, offset: 0)] : keys }

  /// Writes the selector. A selector that matches everything has a single key with an empty mask.
  func write(to message: inout NetlinkMessage) {
    let keys = kernelKeys
    message.nest(TCA_U32_SEL) { message in
      // The fields of tc_u32_sel, one by one: it ends with an array of variable length, which Swift cannot import.
      message.append(UInt8(TC_U32_TERMINAL))
      message.append(UInt8(0))
      message.append(UInt8(keys.count))
      message.append(UInt8(0))
      for _ in 0..<4 { message.append(UInt16(0)) }
      message.append(UInt32(0))
      for key in keys {
        message.append(key.mask.bigEndian)
        message.append(key.value.bigEndian)
        message.append(key.offset)
        message.append(Int32(0))
      }
    }
  }
}
