import TextOutput

/// The name of a file for the body of a message, as Wireshark gives it to exported objects.
///
/// It is one path component whatever was captured: `<>:"/\|?*` and what is not printable ASCII are written as `%xx`. So is
/// the first character where a shell would hide the file or take it for an option, or where Windows would take the name for
/// a device (`.bashrc`, `-rf`, `CON`, `nul.txt`), and a last character that Windows drops, a dot or a space.
public enum ObjectName {
  /// The longest name that file systems take, with room for a number.
  private static let longest = 230
  private static let longestExtension = 16

  /// The name of an exchange's object.
  ///
  /// - Parameter packet: the packet that made it whole, for where the URL has no name.
  public static func make(_ exchange: HTTPExchange, _ message: HTTPMessage, packet: Int) -> String {
    let path = lastComponent(exchange.request?.target ?? "")
    if path.isEmpty {
      let type = fileExtension(BodyKind.media(message.fields.contentType))
      return "object\(packet)" + (type.isEmpty ? "" : "." + type)
    }
    return safe(path)
  }

  /// `name` with a number before its extension.
  public static func numbered(_ name: String, _ number: Int) -> String {
    guard number > 0 else { return name }
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return "\(name)(\(number))" }
    return name[..<dot] + "(\(number))" + name[dot...]
  }

  /// What is after the last slash; slashes at the end do not count.
  private static func lastComponent(_ target: String) -> Substring.UTF8View {
    var path = Substring(target).utf8
    while path.last == 0x2F, path.count > 1 { path.removeLast() }
    if path.elementsEqual([0x2F]) { return path }
    guard let slash = path.lastIndex(of: 0x2F) else { return path }
    return path[path.index(after: slash)...]
  }

  private static func safe(_ name: some Sequence<UInt8>) -> String {
    var text: [UInt8] = []
    for byte in name {
      guard text.count < longest else { break }
      if byte < 0x20 || byte >= 0x7F || rejected.contains(byte) { text += escape(byte) } else { text.append(byte) }
    }
    if text.allSatisfy({ $0 == 0x2E }) { return String(decoding: text.flatMap(escape), as: UTF8.self) }
    if let last = text.last, last == 0x2E || last == 0x20 {
      text.replaceSubrange(text.count - 1..<text.count, with: escape(last))
    }
    if let first = text.first, first == 0x2E || first == 0x2D || isDevice(text) {
      text.replaceSubrange(0..<1, with: escape(first))
    }
    return String(decoding: text, as: UTF8.self)
  }

  private static func escape(_ byte: UInt8) -> [UInt8] { [0x25, digits[Int(byte >> 4)], digits[Int(byte & 15)]] }

  /// Whether Windows takes a name for a device: by what stands before the first dot, whatever follows.
  private static func isDevice(_ name: [UInt8]) -> Bool {
    var stem = String(decoding: name.prefix { $0 != 0x2E }, as: UTF8.self).uppercased()
    while stem.last == " " { stem.removeLast() }
    if devices.contains(stem) { return true }
    return stem.count == 4 && (stem.hasPrefix("COM") || stem.hasPrefix("LPT")) && stem.last?.isNumber == true
  }

  private static let devices: Set<String> = ["CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$", "CLOCK$"]

  private static func fileExtension(_ media: String) -> String {
    let subtype = media.split(separator: "/").last.map(String.init) ?? ""
    switch subtype {
    case "plain": return "txt"
    case "jpeg": return "jpg"
    case "svg+xml": return "svg"
    case "javascript", "x-javascript": return "js"
    default:
      if subtype.hasSuffix("+json") { return "json" }
      return String(subtype.filter { $0.isASCII && ($0.isLetter || $0.isNumber) }.prefix(longestExtension))
    }
  }

  private static let rejected = Array("<>:\"/\\|?*".utf8)
  private static let digits = Array("0123456789abcdef".utf8)
}
