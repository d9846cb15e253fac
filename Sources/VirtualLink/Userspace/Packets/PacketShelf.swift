import Glibc

/// Slots of one size. They are mapped in chunks as needed, and unmapped at the end.
///
/// Unsafe: see ``PacketPool``. The kernel provides pages only when a packet is first written to them.
struct PacketShelf: ~Copyable {
  let slotBytes: Int
  let slotsPerChunk: Int
  private var chunks: [UnsafeMutableRawPointer] = []
  private var everTaken: Int32 = 0
  private var firstFree: Int32 = -1

  init(slotBytes: Int, slotsPerChunk: Int) {
    self.slotBytes = slotBytes
    self.slotsPerChunk = slotsPerChunk
  }

  deinit {
    for chunk in chunks { munmap(chunk, chunkBytes) }
  }

  /// All memory of this shelf.
  var mappedBytes: Int { chunks.count * chunkBytes }

  private var chunkBytes: Int { slotBytes * slotsPerChunk }

  /// Takes a free slot and returns its index. Returns nil if another chunk would need more than `room`.
  mutating func take(room: Int) -> Int32? {
    if firstFree >= 0 {
      let index = firstFree
      firstFree = record(index).pointee.nextFree
      return index
    }
    if Int(everTaken) == chunks.count * slotsPerChunk {
      guard chunkBytes <= room else { return nil }
      let mapped = mmap(nil, chunkBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
      guard let mapped, mapped != MAP_FAILED else { return nil }
      chunks.append(mapped)
    }
    everTaken += 1
    return everTaken - 1
  }

  /// Makes a slot free again.
  mutating func put(back index: Int32) {
    record(index).pointee.nextFree = firstFree
    firstFree = index
  }

  /// The address of a slot that has been taken.
  @inline(__always)
  func address(_ index: Int32) -> UnsafeMutableRawPointer {
    let (chunk, place) = Int(index).quotientAndRemainder(dividingBy: slotsPerChunk)
    return chunks[chunk] + place * slotBytes
  }

  private func record(_ index: Int32) -> UnsafeMutablePointer<PacketPool.Record> {
    address(index).assumingMemoryBound(to: PacketPool.Record.self)
  }
}
