import Glibc

/// Byte strings at fixed addresses, freed with this object.
final class ByteStrings {
  let buffers: [UnsafeRawBufferPointer]

  init(_ strings: [[UInt8]]) {
    buffers = strings.map { bytes in
      let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: max(bytes.count, 1), alignment: 1)
      copy.copyBytes(from: bytes)
      return UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(copy)[..<bytes.count])
    }
  }

  deinit {
    for buffer in buffers { buffer.deallocate() }
  }
}
