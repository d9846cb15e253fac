import Exchanges
import Streams

/// What a conversation says of records.
struct TLSFacts {
  var session: TLSSession
  var side: FlowSide
  /// What each of the records turned out to be; empty where nothing is decrypted.
  var records: [DecryptedRecord] = []
}
