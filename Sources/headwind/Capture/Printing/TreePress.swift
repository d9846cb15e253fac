import Dispatch
import Dissection
import Synchronization
import Wire

/// Prints trees on a thread of its own, in order, while the next packets are dissected.
///
/// Dissection has to go packet by packet, since each may depend on those before it; printing takes about as long, and
/// depends on nothing. Two batches go back and forth, so memory is bounded by what a batch may hold.
final class TreePress: Sendable {
  private let queue = DispatchQueue(label: "headwind.trees")
  /// Signalled when the batch that was given last is printed.
  private let isIdle = DispatchSemaphore(value: 1)
  private let state: Mutex<State>

  private struct State: ~Copyable {
    var printer: FieldPrinter
    var batch = TreeBatch()
    /// Why nothing more can be printed.
    var trouble: StandardOutput.Trouble?
  }

  init(_ printer: consuming sending FieldPrinter) {
    state = Mutex(State(printer: printer))
  }

  /// Takes a full batch to print, and leaves an empty one in its place.
  /// - Throws: what kept an earlier batch from being printed.
  func print(_ batch: inout TreeBatch) throws(StandardOutput.Trouble) {
    isIdle.wait()
    let trouble = state.withLock { state in
      swap(&state.batch, &batch)
      return state.trouble
    }
    guard trouble == nil, !state.withLock({ $0.batch.isEmpty }) else {
      isIdle.signal()
      if let trouble { throw trouble }
      return
    }
    queue.async { [self] in
      state.withLock { state in
        do throws(StandardOutput.Trouble) {
          try state.batch.print(to: &state.printer)
        } catch {
          state.trouble = error
        }
        state.batch.removeAll()
      }
      isIdle.signal()
    }
  }

  /// Prints what is left and writes all that was printed.
  func finish(_ batch: inout TreeBatch) throws(StandardOutput.Trouble) {
    try print(&batch)
    // The last batch is printed once the press is idle.
    isIdle.wait()
    defer { isIdle.signal() }
    let trouble = state.withLock { state -> StandardOutput.Trouble? in
      if let trouble = state.trouble { return trouble }
      do throws(StandardOutput.Trouble) {
        try state.printer.finish()
        return nil
      } catch {
        return error
      }
    }
    if let trouble { throw trouble }
  }
}

/// Packets with their trees, in their order; what held one batch's packets holds the next one's.
struct TreeBatch: Sendable {
  /// So many packets, or so many nodes in them, make a batch.
  private static let mostPackets = 64
  private static let mostNodes = 32_768

  private var packets: [(tree: FieldTree, frame: Frame, bytes: [UInt8])] = []
  private var count = 0
  private var nodes = 0

  var isEmpty: Bool { count == 0 }
  var isFull: Bool { count >= Self.mostPackets || nodes >= Self.mostNodes }

  /// Adds the packet that was dissected last.
  mutating func add(_ dissector: inout PacketDissector, _ frame: Frame, _ bytes: Span<UInt8>) {
    if count == packets.count { packets.append((FieldTree(), frame, [])) }
    packets[count].frame = frame
    packets[count].bytes.removeAll(keepingCapacity: true)
    packets[count].bytes.reserveCapacity(bytes.count)
    for index in bytes.indices { packets[count].bytes.append(bytes[index]) }
    dissector.exchangeTree(&packets[count].tree)
    nodes += packets[count].tree.nodes.count
    count += 1
  }

  func print(to printer: inout FieldPrinter) throws(StandardOutput.Trouble) {
    for packet in packets[..<count] { try printer.print(packet.tree, packet.frame, packet.bytes.span) }
  }

  mutating func removeAll() {
    (count, nodes) = (0, 0)
  }
}
