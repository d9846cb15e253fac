import ArgumentParser
import Dissection

/// `--decode-as`: the protocols that the user assigns to port and protocol numbers.
struct DecodeOptions: ParsableArguments {
  @Option(
    name: .customLong("decode-as"),
    help: ArgumentHelp(
      "Decode a port or protocol number as this protocol: tcp.port==9000,http (also udp.port, ip.proto, ethertype).",
      valueName: "number,protocol"),
    transform: Self.parse)
  var words: [DecodeAs] = []

  /// The protocols of numbers, as assigned by the user.
  var tables: DissectorTables { DissectorTables(words) }

  /// Refuses assignments that do not apply to HTTP exchanges, which use TCP.
  func validateForExchanges() throws {
    guard let word = words.first(where: { $0.table != .tcpPort }) else { return }
    throw ValidationError("--decode-as \(word.table.rawValue): only tcp.port applies to exchanges.")
  }

  @Sendable private static func parse(_ text: String) throws -> DecodeAs {
    do throws(DecodeAs.Failure) {
      return try DecodeAs(text)
    } catch {
      throw ValidationError("\(error).")
    }
  }
}
