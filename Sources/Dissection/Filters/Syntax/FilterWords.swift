import Wire

/// How long the words of each kind are that begin at a place of a filter; 0 where there is none.
struct FilterWords {
  /// The rest of the filter.
  let scalars: ArraySlice<Unicode.Scalar>

  /// A name or number: letters, digits, `_`, and after the first `-`, in parts between single dots; perhaps a dot first.
  var identifier: Int {
    var place = scalars.startIndex
    if scalar(place) == "." { place += 1 }
    guard let first = scalar(place), Self.isNamePart(first), first != "-" else { return 0 }
    while true {
      while let next = scalar(place), Self.isNamePart(next) { place += 1 }
      guard scalar(place) == ".", let next = scalar(place + 1), Self.isNamePart(next) else { break }
      place += 1
    }
    return place - scalars.startIndex
  }

  /// Two or more pairs of hexadecimal digits between equal separators, perhaps with a colon first; or a colon and digits.
  var bytes: Int {
    let start = scalars.startIndex
    let first = scalar(start) == ":" ? start + 1 : start
    var longest = 0
    for separator in [":", "-", "."] as [Unicode.Scalar] {
      var place = first
      while isHex(place), isHex(place + 1) {
        place += 2
        if place > first + 2 { longest = max(longest, place - start) }
        guard scalar(place) == separator else { break }
        place += 1
      }
    }
    guard first > start else { return longest }
    var place = first
    while isHex(place) { place += 1 }
    return max(longest, place > first ? place - start : 0)
  }

  /// An address of IPv4 or IPv6, perhaps with the length of a network prefix.
  var address: Int {
    let row = scalars.prefix(45).prefix { Self.isHexDigit($0) || $0 == "." || $0 == ":" }
    guard row.contains(":") || row.contains(".") else { return 0 }
    for length in stride(from: row.count, through: 2, by: -1) {
      let text = String(String.UnicodeScalarView(row.prefix(length)))
      if IPv4Address(text) != nil { return length + prefix(after: length, most: 2) }
      if IPv6Address(text) != nil { return length + prefix(after: length, most: 3) }
    }
    return 0
  }

  private func prefix(after length: Int, most: Int) -> Int {
    let start = scalars.startIndex + length
    guard scalar(start) == "/" else { return 0 }
    var digits = 0
    while digits < most, let next = scalar(start + 1 + digits), ("0"..."9").contains(next) { digits += 1 }
    return digits == 0 ? 0 : digits + 1
  }

  private func scalar(_ place: Int) -> Unicode.Scalar? { place < scalars.endIndex ? scalars[place] : nil }

  private func isHex(_ place: Int) -> Bool { scalar(place).map(Self.isHexDigit) ?? false }

  private static func isHexDigit(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCII && Character(scalar).isHexDigit
  }

  private static func isNamePart(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9", "_", "-": true
    default: false
    }
  }
}
