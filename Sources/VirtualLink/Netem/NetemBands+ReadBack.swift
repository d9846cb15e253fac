import CNetlink

extension NetemBands.Filter {
  /// Reads the body of an RTM_NEWTFILTER message; nil for an entry without a class, such as a hash table between
  /// filters.
  init?(readBack body: ArraySlice<UInt8>) {
    guard let header: tcmsg = body.loaded(at: 0),
      let options = NetlinkAttributes(body.dropFirst(MemoryLayout<tcmsg>.size)).first(TCA_OPTIONS)
    else { return nil }
    let attributes = NetlinkAttributes(options)
    guard let band: UInt32 = attributes.first(TCA_U32_CLASSID)?.loaded(at: 0),
      let selector = attributes.first(TCA_U32_SEL), let count: UInt8 = selector.loaded(at: 2)
    else { return nil }
    preference = UInt16(truncatingIfNeeded: header.tcm_info >> 16)
    network = UInt16(truncatingIfNeeded: header.tcm_info).byteSwapped
    self.band = band
    // After the 16 bytes of tc_u32_sel, each key has a mask, a value, an offset and an offset mask of 32 bits each.
    keys = (0..<Int(count)).flatMap { index -> [UInt32] in
      let key = selector.dropFirst(16 + 16 * index)
      guard let mask: UInt32 = key.loaded(at: 0), let value: UInt32 = key.loaded(at: 4),
        let offset: UInt32 = key.loaded(at: 8)
      else { return [] }
      return [value.byteSwapped, mask.byteSwapped, offset]
    }
  }
}
