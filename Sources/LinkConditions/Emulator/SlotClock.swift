/// When the next slot opens, and what still fits into the current one.
struct SlotClock: Sendable {
  private var opens = LinkInstant(nanoseconds: .min)
  private var packetsLeft: Int64 = 0
  private var bytesLeft: Int64 = 0

  /// Returns when a packet that is due at `due` may leave.
  func departure(of due: LinkInstant) -> LinkInstant {
    max(due, opens)
  }

  /// Makes sure that there is a slot for a packet that is due at `due`. The kernel counts the time to the next slot
  /// from the moment at which it happens to check. This counts from the packet's own instant, so the engine's lateness
  /// does not matter.
  mutating func prepare(for due: LinkInstant, slots: Slots, draw: inout CorrelatedDraw, from generator: inout LFSR113) {
    if opens < due { open(after: due, slots: slots, draw: &draw, from: &generator) }
  }

  /// Counts a packet that left at `instant`, and closes the slot if it is full.
  mutating func count(
    _ frameLength: Int32, at instant: LinkInstant, slots: Slots, draw: inout CorrelatedDraw,
    from generator: inout LFSR113
  ) {
    packetsLeft -= 1
    bytesLeft -= Int64(max(0, frameLength))
    if packetsLeft <= 0 || bytesLeft <= 0 { open(after: instant, slots: slots, draw: &draw, from: &generator) }
  }

  private mutating func open(
    after instant: LinkInstant, slots: Slots, draw: inout CorrelatedDraw, from generator: inout LFSR113
  ) {
    let spacing: Int64
    switch slots.spacing {
    case .uniform(let least, let most):
      let width = UInt64(max(0, (most.nanoseconds.subtractingReportingOverflow(least.nanoseconds)).partialValue))
      // The high half of the product of a shifted 32-bit draw and a 64-bit width is a number below the width.
      let product = width.multipliedFullWidth(by: UInt64(generator.next()) << 32)
      spacing = least.nanoseconds.addingSaturated(Int64(clamping: product.high))
    case .table(let middle, let deviation, let table):
      let spread = DelaySpread(middle: middle, deviation: deviation, distribution: .table(table), correlation: .never)
      spacing = spread.draw(&draw, from: &generator)
    }
    opens = instant + LinkDuration(nanoseconds: max(0, spacing))
    packetsLeft = slots.packets.map(Int64.init) ?? .max
    bytesLeft = slots.bytes.map(Int64.init) ?? .max
  }
}
