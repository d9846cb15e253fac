import Wire

extension String {
  /// The text of `bytes`; a byte that is not part of valid UTF-8 becomes `\xNN`, so that nothing is lost.
  package init(text bytes: Span<UInt8>) {
    if let valid = try? UTF8Span(validating: bytes) {
      self.init(copying: valid)
    } else {
      self = HarmlessText.escaped([UInt8](bytes), keepingLines: true)
    }
  }
}
