import HTTP2
import TextOutput
import Wire

/// The nodes of a block of fields, once it is decoded.
enum HTTP2HeaderFields {
  static func add(_ tree: inout TreeBuilder, _ facts: HTTP2Facts) {
    guard let block = facts.fields else { return }
    let saved = tree.buffer
    // Names and values are not in the frame's bytes.
    guard tree.enter("Decoded field section", block.bytes) != nil else { return }
    defer { tree.leave(saved) }
    let updates = sizeUpdates(facts.block)
    let known = block.fields.filter { $0.isNameKnown && $0.isValueKnown }
    let length = known.reduce(0) { $0 + $1.name.count + $1.value.count + 8 }
    tree.generate(.http2HeaderLength, .unsigned(UInt64(length)))
    tree.generate(.http2HeaderCount, .unsigned(UInt64(known.count + updates.count)))
    for size in updates {
      let mark = tree.begin(.http2HeaderTableSizeUpdate, 0..<0, .none)
      tree.add(.http2HeaderTableSizeUpdateHeaderTableSize, 0..<0, .unsigned(UInt64(clamping: size)))
      tree.end(mark)
    }
    for field in known { add(&tree, field, block) }
    if block.field(.method) != nil, let scheme = text(block, .scheme), let authority = text(block, .authority),
      let path = text(block, .path)
    {
      tree.generate(.http2RequestFullUri, .string("\(scheme)://\(authority)\(path)"))
    }
  }

  private static func add(_ tree: inout TreeBuilder, _ field: HPACKField, _ block: HPACKFieldBlock) {
    let bytes = block.bytes.span
    let (name, value) = (bytes.text(field.name), bytes.text(field.value))
    let whole = field.name.lowerBound..<max(field.name.upperBound, field.value.upperBound)
    let reason = name == ":status" ? UInt64(value).flatMap { ValueNames.httpStatus[$0] }.map { " \($0)" } ?? "" : ""
    let mark = tree.begin(.http2Header, whole, .none, text: "\(name): \(value)\(reason)")
    tree.add(.http2HeaderNameLength, field.name, .unsigned(UInt64(field.name.count)))
    tree.add(.http2HeaderName, field.name, .string(name))
    tree.add(.http2HeaderValueLength, field.value, .unsigned(UInt64(field.value.count)))
    tree.add(.http2HeaderValue, field.value, .string(value))
    if let own = fields[name] {
      if own.field.type.kind == .unsigned {
        let number = UInt64(value.prefix { $0.isASCII && $0.isNumber }) ?? 0
        tree.add(own, field.value, .unsigned(number), text: "\(name): \(value)")
      } else {
        let place = tree.begin(own, field.value, .string(value))
        if own == .http2HeadersPath { addPath(&tree, bytes, field.value) }
        tree.end(place)
      }
    }
    tree.generate(.http2HeaderUnescaped, .string(unescaped(bytes, field.value)))
    tree.add(.http2HeaderRepr, 0..<0, .string(representation(field)))
    if field.index > 0 { tree.add(.http2HeaderIndex, 0..<0, .unsigned(UInt64(field.index))) }
    tree.end(mark)
  }

  /// The path and the parameters of a target that has a query.
  private static func addPath(_ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ target: Range<Int>) {
    guard let query = target.first(where: { bytes[$0] == UInt8(ascii: "?") }) else { return }
    let path = target.lowerBound..<query
    tree.add(.httpPathSegment, path, .string(bytes.text(path)))
    var start = query + 1
    while start < target.upperBound {
      let end = (start..<target.upperBound).first { bytes[$0] == UInt8(ascii: "&") } ?? target.upperBound
      tree.add(.httpPathSubSegment, start..<end, .string(bytes.text(start..<end)))
      start = end + 1
    }
  }

  static func text(_ block: HPACKFieldBlock, _ name: HPACKFieldBlock.Pseudo) -> String? {
    guard let field = block.field(name), field.isValueKnown else { return nil }
    return block.bytes.span.text(field.value)
  }

  /// A value without percent-encoding, as Wireshark shows each.
  private static func unescaped(_ bytes: Span<UInt8>, _ range: Range<Int>) -> String {
    guard range.contains(where: { bytes[$0] == UInt8(ascii: "%") }) else { return bytes.text(range) }
    let plain = PercentEncoding.decode(bytes, range)
    return plain.span.text(0..<plain.count)
  }

  private static func representation(_ field: HPACKField) -> String {
    let name = field.index > 0 ? "Indexed Name" : "New Name"
    return switch field.representation {
    case .indexed: "Indexed Header Field"
    case .literalWithIndexing: "Literal Header Field with Incremental Indexing - \(name)"
    case .literalWithoutIndexing: "Literal Header Field without Indexing - \(name)"
    case .neverIndexed: "Literal Header Field never Indexed - \(name)"
    }
  }

  /// The changes of the table's size that a block begins with (RFC 7541 section 6.3).
  private static func sizeUpdates(_ block: [UInt8]) -> [Int] {
    var sizes: [Int] = []
    var place = 0
    while place < block.count, block[place] & 0xE0 == 0x20 {
      var size = Int(block[place] & 0x1F)
      place += 1
      if size == 0x1F {
        var shift = 0
        while place < block.count, shift < 28 {
          size += Int(block[place] & 0x7F) << shift
          shift += 7
          place += 1
          if block[place - 1] & 0x80 == 0 { break }
        }
      }
      sizes.append(size)
    }
    return sizes
  }

  /// The names that have a field of their own.
  private static let fields: [String: FieldID] = [
    ":authority": .http2HeadersAuthority,
    ":status": .http2HeadersStatus,
    ":path": .http2HeadersPath,
    ":method": .http2HeadersMethod,
    ":scheme": .http2HeadersScheme,
    "accept": .http2HeadersAccept,
    "accept-charset": .http2HeadersAcceptCharset,
    "accept-encoding": .http2HeadersAcceptEncoding,
    "accept-language": .http2HeadersAcceptLanguage,
    "accept-ranges": .http2HeadersAcceptRanges,
    "access-control-allow-origin": .http2HeadersAccessControlAllowOrigin,
    "age": .http2HeadersAge,
    "allow": .http2HeadersAllow,
    "authorization": .http2HeadersAuthorization,
    "cache-control": .http2HeadersCacheControl,
    "content-disposition": .http2HeadersContentDisposition,
    "content-encoding": .http2HeadersContentEncoding,
    "content-language": .http2HeadersContentLanguage,
    "content-length": .http2HeadersContentLength,
    "content-location": .http2HeadersContentLocation,
    "content-range": .http2HeadersContentRange,
    "content-type": .http2HeadersContentType,
    "cookie": .http2HeadersCookie,
    "date": .http2HeadersDate,
    "etag": .http2HeadersEtag,
    "expect": .http2HeadersExpect,
    "expires": .http2HeadersExpires,
    "from": .http2HeadersFrom,
    "if-match": .http2HeadersIfMatch,
    "if-modified-since": .http2HeadersIfModifiedSince,
    "if-none-match": .http2HeadersIfNoneMatch,
    "if-range": .http2HeadersIfRange,
    "if-unmodified-since": .http2HeadersIfUnmodifiedSince,
    "last-modified": .http2HeadersLastModified,
    "link": .http2HeadersLink,
    "location": .http2HeadersLocation,
    "max-forwards": .http2HeadersMaxForwards,
    "proxy-authenticate": .http2HeadersProxyAuthenticate,
    "proxy-authorization": .http2HeadersProxyAuthorization,
    "range": .http2HeadersRange,
    "referer": .http2HeadersReferer,
    "refresh": .http2HeadersRefresh,
    "retry-after": .http2HeadersRetryAfter,
    "server": .http2HeadersServer,
    "set-cookie": .http2HeadersSetCookie,
    "strict-transport-security": .http2HeadersStrictTransportSecurity,
    "user-agent": .http2HeadersUserAgent,
    "vary": .http2HeadersVary,
    "via": .http2HeadersVia,
    "www-authenticate": .http2HeadersWwwAuthenticate,
  ]
}
