internal import FoundationEssentials

/// Memory in which a record and its nonce are laid out for the cipher, which is used again and again.
final class Scratch: @unchecked Sendable {
  // Sendable because only the owner of an ``OpenedRecord`` has it: a copy takes memory of its own before it writes.
  private var memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 12, alignment: 16)

  deinit { memory.deallocate() }

  /// Lays out a nonce and what follows it, and lends them to `body` as `Data` that may not outlive the call.
  func with<Result>(
    nonce: (first: Span<UInt8>, second: UInt64), _ rest: Span<UInt8>, _ body: (Data) throws -> Result
  ) rethrows -> Result {
    let count = 12 + rest.count
    if memory.count < count {
      memory.deallocate()
      memory = UnsafeMutableRawBufferPointer.allocate(byteCount: count + 1 << 12, alignment: 16)
    }
    nonce.first.withUnsafeBytes { memory.copyMemory(from: $0) }
    withUnsafeBytes(of: nonce.second.bigEndian) {
      UnsafeMutableRawBufferPointer(rebasing: memory[4..<12]).copyMemory(from: $0)
    }
    // The rest fits: there is room for `count` bytes.
    rest.withUnsafeBytes { UnsafeMutableRawBufferPointer(rebasing: memory[12...]).copyMemory(from: $0) }
    guard let start = memory.baseAddress else { return try body(Data()) }
    return try body(Data(bytesNoCopy: start, count: count, deallocator: .none))
  }
}
