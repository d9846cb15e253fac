import Exchanges
import Streams

/// What a conversation says of records.
struct TLSFacts {
  var session: TLSSession
  var side: FlowSide
}
