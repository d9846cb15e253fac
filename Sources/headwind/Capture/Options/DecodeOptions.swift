import ArgumentParser
import Dissection

/// `--decode-as`: what the user says that numbers mean.
struct DecodeOptions: ParsableArguments {
  @Option(
    name: .customLong("decode-as"),
    help: ArgumentHelp(
      "Decode a port or protocol number as this protocol: tcp.port==9000,http (also udp.port, ip.proto, ethertype).",
      valueName: "number,protocol"),
    transform: Self.parse)
  var words: [DecodeAs] = []

  /// Which numbers lead to which protocols, as far as the user says.
  var tables: DissectorTables { DissectorTables(words) }

  /// Refuses what has no meaning for exchanges, which travel over TCP.
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
