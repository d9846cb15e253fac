/// What the stages of one decoder may take from the allocator, and how much of it they have.
final class DecodingMemory {
  /// Before each allocation stands its length, in as many bytes as keep what follows aligned for anything.
  private static let prefix = 16

  let limit: Int
  private(set) var used = 0

  init(limit: Int) {
    self.limit = limit
  }

  /// Counts memory that a stage has, or has given back.
  func count(_ bytes: Int) {
    used += bytes
  }

  /// Memory for a library that asks for it, or nil if the limit does not allow it.
  func allocate(_ bytes: Int) -> UnsafeMutableRawPointer? {
    guard bytes <= limit - used - Self.prefix else { return nil }
    let whole = bytes + Self.prefix
    let memory = UnsafeMutableRawPointer.allocate(byteCount: whole, alignment: Self.prefix)
    memory.storeBytes(of: whole, as: Int.self)
    used += whole
    return memory + Self.prefix
  }

  /// Takes back what `allocate` gave.
  func free(_ memory: UnsafeMutableRawPointer?) {
    guard let memory else { return }
    let whole = memory - Self.prefix
    used -= whole.load(as: Int.self)
    whole.deallocate()
  }
}
