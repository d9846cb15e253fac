/// One side of a comparison.
struct FilterOperand {
  indirect enum Kind {
    /// `ip.src`, in the given layers of its protocol if any (`ip.src#2`).
    case field(FieldID, [FilterSlice])
    /// `${ip.src}`: the field of the packet that is selected, which there is only in Wireshark's window.
    case reference(FieldID)
    case literal(FilterToken)
    case slice(FilterOperand, [FilterSlice])
    case call(FilterFunction, [FilterOperand])
    case arithmetic(FilterArithmetic, FilterOperand, FilterOperand)
    case negate(FilterOperand)
  }

  var kind: Kind
  var range: Range<Int>
  /// Whether it is one thing, which is all that `contains`, `matches` and `in` take.
  var isEntity = true
}
