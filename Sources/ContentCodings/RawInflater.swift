import CZlib

/// Undoes raw DEFLATE (RFC 1951) that comes in messages, each of which may refer to those before, as WebSocket's
/// permessage-deflate has it (RFC 7692).
public struct RawInflater: ~Copyable {
  /// Why a message could not be decoded. What came out of it before stays valid; the messages after it are lost, until `reset`.
  public enum Failure: Error, Hashable, Sendable {
    case corrupt
    /// The message is longer than the limit.
    case limitReached
    case outOfMemory
  }

  /// What one takes, in bytes: zlib's window and state.
  public static let cost = 44 << 10

  private let state: State

  /// Nil if there is no memory for it: some 44 KB.
  public init?() {
    guard let state = State() else { return nil }
    self.state = state
  }

  /// Decodes the next piece and lends what comes out.
  ///
  /// - Parameter limit: how many bytes may come out.
  /// - Returns: how many bytes came out.
  @discardableResult
  public mutating func inflate(
    _ input: Span<UInt8>, limit: Int, _ receive: (Span<UInt8>) -> Void
  ) throws(Failure) -> Int {
    try input.withUnsafeBytes { bytes throws(Failure) in try state.run(bytes, limit: limit, receive) }
  }

  /// Forgets what came before.
  public mutating func reset() {
    state.reset()
  }

  /// zlib keeps a pointer to its `z_stream`, which needs a place that does not move.
  private final class State {
    private static let scratchSize = 16 << 10
    private let stream: UnsafeMutablePointer<z_stream>
    /// Written to by zlib, and lent until the next call.
    private let scratch: UnsafeMutableBufferPointer<UInt8>

    init?() {
      stream = .allocate(capacity: 1)
      stream.initialize(to: z_stream())
      scratch = .allocate(capacity: Self.scratchSize)
      scratch.initialize(repeating: 0)
      let size = Int32(MemoryLayout<z_stream>.size)
      guard inflateInit2_(stream, -MAX_WBITS, ZLIB_VERSION, size) == Z_OK else { return nil }
    }

    deinit {
      inflateEnd(stream)
      stream.deallocate()
      scratch.deallocate()
    }

    func reset() {
      inflateReset(stream)
    }

    func run(
      _ input: UnsafeRawBufferPointer, limit: Int, _ receive: (Span<UInt8>) -> Void
    ) throws(Failure) -> Int {
      var made = 0
      // zlib does not write to its input; its C interface only lacks the const. Its pointers are used within this call.
      stream.pointee.next_in = UnsafeMutablePointer(mutating: input.bindMemory(to: UInt8.self).baseAddress)
      stream.pointee.avail_in = UInt32(clamping: input.count)
      while true {
        stream.pointee.next_out = scratch.baseAddress
        stream.pointee.avail_out = UInt32(Self.scratchSize)
        let status = CZlib.inflate(stream, Z_NO_FLUSH)
        let count = Self.scratchSize - Int(stream.pointee.avail_out)
        if count > 0 {
          receive(UnsafeBufferPointer(rebasing: scratch[..<min(count, limit - made)]).span)
          made += count
          guard made <= limit else { throw .limitReached }
        }
        switch status {
        case Z_OK: break
        // The end of a final block; what follows begins anew (RFC 7692 section 7.2.3.5).
        case Z_STREAM_END: inflateReset(stream)
        case Z_BUF_ERROR: return made
        case Z_MEM_ERROR: throw .outOfMemory
        default: throw .corrupt
        }
        if stream.pointee.avail_in == 0, stream.pointee.avail_out > 0 { return made }
      }
    }
  }
}
