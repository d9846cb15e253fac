/// The methods of HTTP.
enum RequestMethod {
  /// Those that a client may be asked to use: the registry of RFC 9110 section 16.1.1, without CONNECT, which needs a proxy, and `*`.
  static let registered: Set<String> = [
    "GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "TRACE", "PATCH",
    // WebDAV and its extensions (RFC 4918, RFC 3253, RFC 3648, RFC 3744, RFC 4791, RFC 5323, RFC 5842, RFC 2068), and QUERY.
    "ACL", "BASELINE-CONTROL", "BIND", "CHECKIN", "CHECKOUT", "COPY", "LABEL", "LINK", "LOCK", "MERGE", "MKACTIVITY",
    "MKCALENDAR", "MKCOL", "MKREDIRECTREF", "MKWORKSPACE", "MOVE", "ORDERPATCH", "PRI", "PROPFIND", "PROPPATCH",
    "QUERY",
    "REBIND", "REPORT", "SEARCH", "UNBIND", "UNCHECKOUT", "UNLINK", "UNLOCK", "UPDATE", "UPDATEREDIRECTREF",
    "VERSION-CONTROL",
  ]
}
