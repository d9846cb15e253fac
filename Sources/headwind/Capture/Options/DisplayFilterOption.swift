import ArgumentParser
import Dissection
import Exchanges
import TextOutput

/// `-Y`: a filter of packets or exchanges in Wireshark's display filter language.
struct DisplayFilterOption: ParsableArguments {
  @Option(
    name: [.customShort("Y"), .customLong("display-filter")],
    help: ArgumentHelp(
      "Select what matches this Wireshark display filter: 'http.response.code >= 500 or tcp.analysis.flags'.",
      valueName: "filter"), completion: Candidates.fields)
  var text: String?

  /// The filter for packets.
  func ofPackets() throws(Failure) -> DisplayFilter? {
    guard let text else { return nil }
    do {
      return try DisplayFilter(text)
    } catch {
      throw Self.failure(error)
    }
  }

  /// The filter for exchanges. `options` is changed so that every exchange keeps the data that the filter needs.
  func ofExchanges(_ options: inout HTTPOptions) throws(Failure) -> ExchangeFilter? {
    guard let text else { return nil }
    let filter: ExchangeFilter
    do {
      filter = try ExchangeFilter(text)
    } catch {
      throw Self.failure(error)
    }
    if filter.needsBodies {
      options.decodesBodies = true
      options.bodyLimit = options.keepsAll ? max(options.bodyLimit, ExportLines.bodyLimit) : ExportLines.bodyLimit
    } else if !options.keepsAll {
      options.bodyLimit = 0
    }
    if filter.needsDetail { options.keepsAll = true }
    return filter
  }

  private static func failure(_ error: FilterError) -> Failure {
    Failure("display filter: \(lines: error)", status: ExitStatus.usage)
  }
}
