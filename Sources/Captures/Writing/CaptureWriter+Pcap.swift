internal import Wire

extension CaptureWriter {
  mutating func writePcapHeader(_ interface: CaptureInterface) throws(CaptureError) {
    file.append(interface.resolution.isFinerThanMicroseconds ? 0xA1B2_3C4D as UInt32 : 0xA1B2_C3D4)
    file.append(2 as UInt16)
    file.append(4 as UInt16)
    file.append(0 as UInt64)
    file.append(UInt32(clamping: interface.snapshotLength))
    file.append(interface.linkType.rawValue & 0xFFFF | interface.linkTypeFlags)
    try file.endBlock(isPacket: false)
  }

  mutating func writeRecord(
    _ frame: Frame, _ bytes: Span<UInt8>, resolution: TimestampResolution
  ) throws(CaptureError) {
    let (seconds, nanoseconds) = max(0, frame.timestamp.nanoseconds).quotientAndRemainder(dividingBy: 1_000_000_000)
    let isFine = resolution.isFinerThanMicroseconds
    file.append(UInt32(clamping: seconds))
    file.append(UInt32(isFine ? nanoseconds : nanoseconds / 1000))
    file.append(UInt32(clamping: bytes.count))
    file.append(UInt32(clamping: frame.originalLength))
    file.append(bytes)
    try file.endBlock(isPacket: true)
  }
}
