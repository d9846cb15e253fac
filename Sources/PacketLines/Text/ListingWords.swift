import TextOutput

/// What is in almost every line, ready to be stored.
struct ListingWords: Sendable {
  let ip = Phrase("IP ")
  let colon = Phrase(": ")
  let tcp = Phrase("tcp ")
  let flags = Phrase("Flags [")
  let sequence = Phrase(", seq ")
  let acknowledgment = Phrase(", ack ")
  let window = Phrase(", win ")
  let options = Phrase(", options [")
  let timestamps = Phrase("nop,nop,TS val ")
  let echo = Phrase(" ecr ")
  let length = Phrase(", length ")
  private let smtp = Phrase(": SMTP")
  private let whois = Phrase(": WHOIS")
  private let ftp = Phrase(": FTP")
  private let http = Phrase(": HTTP")
  private let rtsp = Phrase(": RTSP")
  private let sip = Phrase("SIP")

  func name(of text: TextProtocol) -> Phrase {
    switch text {
    case .smtp: smtp
    case .whois: whois
    case .ftp: ftp
    case .http: http
    case .rtsp: rtsp
    case .sip: sip
    }
  }
}
