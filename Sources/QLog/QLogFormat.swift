/// How qlog is serialized (draft-ietf-quic-qlog-main-schema-02 section 6).
public enum QLogFormat: Sendable {
  /// One JSON document with a trace for each connection. A trace is written when its connection is over.
  case json
  /// JSON text sequences (RFC 7464): a record for each event, which is written at once. All connections are in one trace, told apart by `group_id`.
  case sequence
}
