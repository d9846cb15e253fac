/// Decodes the content codings of one body, in pieces as they arrive.
///
/// The output is passed on piece by piece, so that a caller that needs only its size stores none of it. Each coding
/// needs 32 KB and the library's state: about 40 KB for gzip, and for brotli and zstd a window of up to 16 and 8 MiB,
/// depending on the body.
public struct ContentDecoder: ~Copyable {
  /// The default limit on the output of each coding: 256 MiB.
  public static let defaultLimit = 256 << 20
  /// The default limit on the memory of all codings together: brotli's largest window, and some more.
  public static let defaultMemory = 24 << 20

  /// The number of input bytes so far.
  public private(set) var inputCount = 0
  /// The number of decoded bytes so far.
  public private(set) var outputCount = 0
  /// The number of bytes after the end of the coded data. They are not part of the body.
  public private(set) var excessCount = 0

  private var stages: [Stage]
  private let limit: Int
  private let memory: DecodingMemory

  /// A decoder for codings, which are listed in the order in which they were applied (that of the header field).
  ///
  /// - Parameter memory: the limit of all windows and buffers together, in bytes.
  public init(
    _ codings: [ContentCoding], limit: Int = defaultLimit, memory: Int = defaultMemory
  ) throws(ContentDecodingError) {
    self.limit = limit
    self.memory = DecodingMemory(limit: memory)
    stages = []
    for coding in codings.reversed() where coding != .identity {
      guard stages.count < ContentCoding.mostInList else { throw .tooManyCodings(limit: ContentCoding.mostInList) }
      stages.append(try Stage(coding, self.memory))
    }
  }

  /// The current size of all windows and buffers, in bytes.
  public var heldBytes: Int { memory.used }

  /// Decodes the next piece and passes on the output.
  public mutating func decode(
    _ input: Span<UInt8>, _ receive: (Span<UInt8>) -> Void
  ) throws(ContentDecodingError) {
    inputCount += input.count
    guard !stages.isEmpty else {
      try deliver(input, receive)
      return
    }
    try input.withUnsafeBytes { bytes throws(ContentDecodingError) in
      try push(bytes, into: 0, receive)
    }
  }

  /// Decodes the next piece and appends the output.
  public mutating func decode(_ input: Span<UInt8>, into output: inout [UInt8]) throws(ContentDecodingError) {
    try decode(input) { piece in
      output.reserveCapacity(output.count + piece.count)
      for index in piece.indices {
        output.append(piece[index])
      }
    }
  }

  /// Ends the input. Empty input is a valid empty body, because servers send `Content-Encoding` even with a 204.
  public mutating func finish() throws(ContentDecodingError) {
    guard inputCount > 0 else { return }
    for stage in stages where !stage.codec.mayEnd {
      throw .cutShort(stage.codec.coding, offset: stage.taken)
    }
  }

  /// Prepares for another body with the same codings. This is cheaper than a new decoder.
  public mutating func reset() {
    inputCount = 0
    outputCount = 0
    excessCount = 0
    for stage in stages {
      stage.reset()
    }
  }

  /// Runs stage `index` over all of `input`, and passes each piece of its output through the following stages.
  private mutating func push(
    _ input: UnsafeRawBufferPointer, into index: Int, _ receive: (Span<UInt8>) -> Void
  ) throws(ContentDecodingError) {
    let stage = stages[index]
    var rest = input
    while true {
      if stage.codec.isOver {
        excessCount += rest.count
        return
      }
      let room = UnsafeMutableRawBufferPointer(stage.scratch)
      let step: (taken: Int, made: Int)
      do {
        step = try stage.codec.run(rest, room)
      } catch {
        switch error {
        case .corrupt(let taken): throw .corrupt(stage.codec.coding, offset: stage.taken + taken)
        case .outOfMemory: throw .outOfMemory(stage.codec.coding, limit: memory.limit)
        }
      }
      stage.taken += step.taken
      rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(step.taken))
      if step.made > 0 {
        stage.made += step.made
        // The scratch buffer belongs to this stage, and is not overwritten until its contents have been passed on.
        let piece = UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(room).prefix(step.made))
        if index + 1 < stages.count {
          guard stage.made <= limit else { throw .limitReached(limit: limit) }
          try push(piece, into: index + 1, receive)
        } else {
          try deliver(piece.bindMemory(to: UInt8.self).span, receive)
        }
      } else if step.taken == 0, !stage.codec.isOver {
        return
      }
    }
  }

  private mutating func deliver(
    _ piece: Span<UInt8>, _ receive: (Span<UInt8>) -> Void
  ) throws(ContentDecodingError) {
    let allowed = min(piece.count, limit - outputCount)
    outputCount += allowed
    if allowed > 0 {
      receive(piece.extracting(first: allowed))
    }
    guard allowed == piece.count else { throw .limitReached(limit: limit) }
  }
}
