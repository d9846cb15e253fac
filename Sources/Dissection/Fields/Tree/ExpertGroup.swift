/// What kind of finding it is: Wireshark's numbers.
enum ExpertGroup: UInt64 {
  case checksum = 0x0100_0000
  case sequence = 0x0200_0000
  case response = 0x0300_0000
  case request = 0x0400_0000
  case undecoded = 0x0500_0000
  case reassemble = 0x0600_0000
  case malformed = 0x0700_0000
  case `protocol` = 0x0900_0000
  case security = 0x0A00_0000
  case comment = 0x0B00_0000
  case decryption = 0x0C00_0000
  case deprecated = 0x0E00_0000

  var name: String {
    switch self {
    case .checksum: "Checksum"
    case .sequence: "Sequence"
    case .response: "Response"
    case .request: "Request"
    case .undecoded: "Undecoded"
    case .reassemble: "Reassemble"
    case .malformed: "Malformed"
    case .protocol: "Protocol"
    case .security: "Security"
    case .comment: "Comment"
    case .decryption: "Decryption"
    case .deprecated: "Deprecated"
    }
  }
}
