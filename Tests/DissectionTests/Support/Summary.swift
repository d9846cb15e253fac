import Dissection
import Exchanges

extension HTTPExchange {
  /// What a test compares: everything but packets and times.
  var summary: String {
    let status = response?.status.map(String.init) ?? "-"
    let sizes = "\(request?.bodyLength ?? -1) \(response?.bodyLength ?? -1) \(response?.decodedLength ?? -1)"
    return "\(request?.method ?? "-") \(url ?? "-") \(status) \(sizes) \(outcome)"
  }
}
