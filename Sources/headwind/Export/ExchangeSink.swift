import Exchanges
import Captures
import Dissection
import Wire

/// Who takes the exchanges of a source as they end.
protocol ExchangeSink: ~Copyable {
  mutating func begin() throws
  /// A frame, before the exchanges that end with it.
  mutating func see(_ frame: Frame, _ bytes: Span<UInt8>) throws
  mutating func take(_ exchange: HTTPExchange) throws
  /// Hands on what was gathered, since nothing more may come for a while.
  mutating func flush() throws
  /// Nothing more will come, for whatever reason.
  mutating func finish() throws
}
