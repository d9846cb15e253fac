import Captures
import Dissection
import Exchanges
import Wire

/// A destination for the exchanges of a source.
protocol ExchangeSink: ~Copyable {
  mutating func begin() throws
  /// Called for each frame, before the exchanges that end with it.
  mutating func see(_ frame: Frame, _ bytes: Span<UInt8>) throws
  /// Called for each exchange, before it is known whether it is wanted.
  mutating func note(_ exchange: HTTPExchange)
  mutating func take(_ exchange: HTTPExchange) throws
  /// Writes the buffered output, because nothing may arrive for a while.
  mutating func flush() throws
  /// Called at the end, for whatever reason.
  mutating func finish() throws
}

extension ExchangeSink where Self: ~Copyable {
  mutating func note(_ exchange: HTTPExchange) {}
}
