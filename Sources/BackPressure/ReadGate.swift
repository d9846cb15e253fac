public import NIOCore

/// Holds back the reads of the handlers behind a handler that has enough to do.
///
/// The handler forwards its `read(context:)` to the gate, and tells it whenever that may have changed.
public struct ReadGate {
  private var isOpen = true
  private var isWanted = false

  public init() {}

  /// Reads, or remembers that somebody wants to read.
  public mutating func read(_ context: ChannelHandlerContext) {
    if isOpen { context.read() } else { isWanted = true }
  }

  /// Opens or closes the gate. A read that was held back happens when it opens.
  public mutating func set(isOpen: Bool, _ context: ChannelHandlerContext) {
    self.isOpen = isOpen
    guard isOpen, isWanted else { return }
    isWanted = false
    context.read()
  }
}
