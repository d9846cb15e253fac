import Glibc

/// An array of C strings that ends with nil, and is freed with this object.
final class CStrings {
  let pointers: [UnsafeMutablePointer<CChar>]
  /// The array, in the form that `execve` takes.
  let base: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>

  init(_ strings: [String]) {
    // `strdup` returns nil only when memory has run out, and then Swift would end the process too.
    pointers = strings.compactMap { strdup($0) }
    base = .allocate(capacity: pointers.count + 1)
    base.initialize(to: nil)
    for (index, pointer) in pointers.enumerated() { (base + index).initialize(to: pointer) }
    (base + pointers.count).initialize(to: nil)
  }

  deinit {
    for pointer in pointers { free(pointer) }
    base.deallocate()
  }

  /// Passes the array to a function that takes pointers to constant strings.
  func withConstantPointers<Value>(_ body: (UnsafePointer<UnsafePointer<CChar>?>) -> Value) -> Value {
    // A pointer to constant characters has the same layout as a pointer to characters.
    base.withMemoryRebound(to: UnsafePointer<CChar>?.self, capacity: pointers.count + 1) { body($0) }
  }
}

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
