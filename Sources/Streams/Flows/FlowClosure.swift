/// Why no more will be heard of a conversation.
package enum FlowClosure {
  /// Both ends said FIN and all before it was delivered.
  case finished
  /// A new conversation has taken the same addresses and ports.
  case replaced
  /// The memory was needed for others.
  case evicted
  case endOfCapture
}
