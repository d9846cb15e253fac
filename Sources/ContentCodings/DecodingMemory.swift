/// Limits and counts the memory of the stages of one decoder.
final class DecodingMemory {
  /// The size of the prefix that stores the length of an allocation. It keeps the allocation aligned for any type.
  private static let prefix = 16

  let limit: Int
  private(set) var used = 0

  init(limit: Int) {
    self.limit = limit
  }

  /// Counts memory that a stage has allocated or, if negative, freed.
  func count(_ bytes: Int) {
    used += bytes
  }

  /// Allocates memory for a library, or returns nil if the limit does not allow it.
  func allocate(_ bytes: Int) -> UnsafeMutableRawPointer? {
    guard bytes <= limit - used - Self.prefix else { return nil }
    let whole = bytes + Self.prefix
    let memory = UnsafeMutableRawPointer.allocate(byteCount: whole, alignment: Self.prefix)
    memory.storeBytes(of: whole, as: Int.self)
    used += whole
    return memory + Self.prefix
  }

  /// Frees memory from `allocate`.
  func free(_ memory: UnsafeMutableRawPointer?) {
    guard let memory else { return }
    let whole = memory - Self.prefix
    used -= whole.load(as: Int.self)
    whole.deallocate()
  }
}
