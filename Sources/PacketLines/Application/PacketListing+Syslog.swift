import TextOutput
import Wire

extension PacketListing {
  /// Appends a syslog message (RFC 3164 section 4.1).
  mutating func appendSyslog(_ bytes: Span<UInt8>, at start: Int, length: Int) throws(Truncation) {
    layer = "syslog"
    guard try bytes.get8(start) == 0x3C else { return appendInvalid() }
    var offset = start + 1
    var priority = 0
    while offset <= start + 3, (0x30...0x39).contains(try bytes.get8(offset)) {
      priority = priority * 10 + Int(bytes[offset] - 0x30)
      offset += 1
    }
    guard try bytes.get8(offset) == 0x3E else { return appendInvalid() }
    offset += 1
    let facility = priority >> 3 & 0x7F
    let severity = Self.severities[priority & 7]
    guard options.verbosity > 0 else {
      text.append("SYSLOG ")
      appendFacility(facility)
      text.append(".")
      text.append(severity)
      text.append(", length: ")
      return text.append(length: length)
    }
    text.append("SYSLOG, length: ")
    text.append(length: length)
    text.append("\n\tFacility ")
    appendFacility(facility)
    text.append(" (", UInt8(facility))
    text.append("), Severity ")
    text.append(severity)
    text.append(" (", UInt8(priority & 7))
    text.append(")\n\tMsg: ")
    for index in offset..<max(offset, start + length) { text.append(visible: try bytes.get8(index)) }
    if options.verbosity > 1 { appendUnknownData(bytes, at: start, length: length, prefix: "\n\t") }
  }

  private mutating func appendFacility(_ facility: Int) {
    if facility < Self.facilities.count { return text.append(Self.facilities[facility]) }
    text.append("unknown (", UInt8(facility))
    text.append(")")
  }

  private static let severities = ["emergency", "alert", "critical", "error", "warning", "notice", "info", "debug"]

  private static let facilities = [
    "kernel", "user", "mail", "daemon", "auth", "syslog", "lpr", "news", "uucp", "cron", "authpriv", "ftp", "ntp",
    "security", "console", "cron", "local0", "local1", "local2", "local3", "local4", "local5", "local6", "local7",
  ]
}
