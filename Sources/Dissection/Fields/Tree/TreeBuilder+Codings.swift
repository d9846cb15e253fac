import ContentCodings
import Exchanges

// Bodies and messages without their codings.

extension TreeBuilder {
  /// Undoes the codings of a body.
  ///
  /// - Parameter orPart: whether a part of it is taken where the rest cannot be decoded.
  /// - Returns: nil if it cannot be decoded.
  mutating func decode(_ bytes: Span<UInt8>, _ codings: [ContentCoding], orPart: Bool = false) -> [UInt8]? {
    let (decoded, isWhole) = BodyReader.decode(bytes, codings, limit: state.messageLimit, &state.decoders)
    return isWhole || (orPart && !decoded.isEmpty) ? decoded : nil
  }
}
