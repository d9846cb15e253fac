/// Sequence numbers wrap: one is after another if it is less than 2^31 ahead.
package enum SequenceNumber {
  @inlinable
  package static func isAfter(_ lhs: UInt32, _ rhs: UInt32) -> Bool { Int32(bitPattern: lhs &- rhs) > 0 }
  @inlinable
  package static func isBefore(_ lhs: UInt32, _ rhs: UInt32) -> Bool { Int32(bitPattern: lhs &- rhs) < 0 }
}
