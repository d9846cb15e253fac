import Dissection
import FoundationEssentials
import Herd
import TextOutput

/// Reads the files in which `headwind herd --save` keeps what it learned of a client.
enum ConductFile {
  /// A thousand runs with a thousand attempts each have about 200 MB.
  private static let largest = 256 << 20

  static func read(_ path: String) throws -> ClientConduct {
    let bytes = try WholeFile.bytes(of: path, limit: largest)
    guard bytes.count <= largest else {
      throw Failure("\(path): larger than \(largest >> 20) MiB, the maximum", status: ExitStatus.invalidFile)
    }
    do {
      let conduct = try JSONDecoder().decode(ClientConduct.self, from: Data(bytes))
      try conduct.check()
      return conduct
    } catch let error as ConductError {
      throw failure(path, error.description)
    } catch let error as DecodingError {
      throw failure(path, words(error))
    } catch {
      throw failure(path, "this is not JSON")
    }
  }

  private static func failure(_ path: String, _ words: String) -> Failure {
    Failure(
      "\(path): \(words)", remedy: "write the file with 'headwind herd --save \(path) -- CLIENT'",
      status: ExitStatus.invalidFile)
  }

  private static func words(_ error: DecodingError) -> String {
    switch error {
    case .keyNotFound(let key, let context): "\(place(context.codingPath))'\(key.stringValue)' is missing"
    case .typeMismatch(_, let context), .valueNotFound(_, let context):
      "\(place(context.codingPath))the value has the wrong type"
    case .dataCorrupted(let context):
      context.codingPath.isEmpty ? "this is not JSON" : "\(place(context.codingPath))the value is not valid"
    @unknown default: "this is not a conduct"
    }
  }

  /// `courses.refused[3].attempts[0]: `
  private static func place(_ path: [any CodingKey]) -> String {
    guard !path.isEmpty else { return "" }
    let text = path.reduce(into: "") { text, key in
      text += key.intValue.map { "[\($0)]" } ?? (text.isEmpty ? key.stringValue : "." + key.stringValue)
    }
    return text + ": "
  }
}
