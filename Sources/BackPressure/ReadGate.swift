public import NIOCore

/// Holds back the reads of the handlers behind a handler that has enough to do.
///
/// The handler forwards its `read(context:)` to the gate, and tells it whenever that may have changed.
///
/// It is a class, because a read can bring bytes before it returns, for which the handler may close the gate again.
public final class ReadGate {
  private var isOpen = true
  private var isWanted = false

  public init() {}

  /// Reads, or remembers that somebody wants to read.
  public func read(_ context: ChannelHandlerContext) {
    if isOpen { context.read() } else { isWanted = true }
  }

  /// Opens or closes the gate. A read that was held back happens when it opens.
  public func set(isOpen: Bool, _ context: ChannelHandlerContext) {
    self.isOpen = isOpen
    guard isOpen, isWanted else { return }
    isWanted = false
    context.read()
  }
}
