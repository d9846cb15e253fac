/// The positions of numbers in the options of each kind of block, for conversion to another byte order.
///
/// Options that are not listed contain text, bytes or addresses, which have no byte order.
enum OptionLayout {
  case section
  case interface
  case packet
  case names
  case statistics
  case secrets

  /// The width of the number at the start of the option's value; nil if the value has no byte order.
  private func width(_ code: UInt16) -> Int? {
    if CaptureOption.Code.custom.contains(code) { return 4 }
    switch (self, code) {
    // if_speed, if_tsoffset, if_txspeed, if_rxspeed; if_tzone.
    case (.interface, 8), (.interface, 14), (.interface, 16), (.interface, 17): return 8
    case (.interface, 10): return 4
    // epb_flags, epb_queue; epb_dropcount, epb_packetid.
    case (.packet, 2), (.packet, 6): return 4
    case (.packet, 4), (.packet, 5): return 8
    // isb_ifrecv to isb_usrdeliv; isb_starttime and isb_endtime are two words.
    case (.statistics, 4...8): return 8
    default: return nil
    }
  }

  /// The value with its numbers in little-endian order.
  func littleEndian(_ code: UInt16, _ value: [UInt8], from bigEndian: Bool) -> [UInt8] {
    guard bigEndian else { return value }
    if self == .statistics, code == 2 || code == 3, value.count == 8 {
      return value[..<4].reversed() + value[4...].reversed()
    }
    guard let width = width(code), value.count >= width else { return value }
    return value[..<width].reversed() + value[width...]
  }
}
