import FoundationEssentials

/// How a program on a link is asked to log the secrets of its TLS connections: by `SSLKEYLOGFILE`, and in further ways.
public struct KeyLogRequest: Sendable {
  /// A way that some programs need, and that not every program bears.
  public enum Way: String, CaseIterable, Sendable {
    /// `NODE_OPTIONS=--tls-keylog`. Node then warns on standard error.
    case node
    /// A library that the dynamic linker loads into every program, and that sets OpenSSL's callback for secrets.
    case preload
  }

  private static let nodeOption = "--tls-keylog"
  /// The variable in which the preloaded library finds the path of the file.
  private static let libraryVariable = "HEADWIND_KEY_LOG"

  private let place: KeyLogPlace
  private let ways: [Way]

  /// - Throws: `LinkError` if `LD_PRELOAD` cannot name the library.
  public init(_ place: KeyLogPlace, by ways: [Way] = []) throws(LinkError) {
    // ld.so(8) splits the variable at spaces and colons, and there is no way to quote them.
    if ways.contains(.preload), place.library.contains(where: { $0 == " " || $0 == ":" }) {
      throw LinkError(
        "LD_PRELOAD cannot name \(place.library), which has a space or a colon", remedy: "change XDG_RUNTIME_DIR")
    }
    self.place = place
    self.ways = ways
  }

  /// Sets the variables that ask a program. What the user has set himself stays: his own key log, and other options and libraries.
  public func ask(_ command: inout ProgramCommand) {
    if command.variable(KeyLogFile.variable) == nil { command.set(KeyLogFile.variable, place.path) }
    if ways.contains(.node) { askNode(&command) }
    if ways.contains(.preload) {
      command.set(Self.libraryVariable, place.path)
      command.append("LD_PRELOAD", place.library, separator: ":")
    }
  }

  private func askNode(_ command: inout ProgramCommand) {
    guard command.variable("NODE_OPTIONS")?.contains(Self.nodeOption) != true else { return }
    command.append("NODE_OPTIONS", Self.nodeWord("\(Self.nodeOption)=\(place.path)"), separator: " ")
  }

  /// A word for `NODE_OPTIONS`, which Node splits at spaces outside of double quotes.
  static func nodeWord(_ text: String) -> String {
    guard text.contains(where: { $0 == " " || $0 == "\"" || $0 == "\\" }) else { return text }
    return "\"" + text.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : "\($0)" }.joined() + "\""
  }

  /// What the program is to see. The library is put over its empty file in the program's own mount namespace, so that it can be
  /// executed where /run is mounted with `noexec`, and nothing of it is left behind.
  public var files: [ProgramFile] {
    guard ways.contains(.preload), let library = Data(base64Encoded: PreloadedLibrary.base64) else { return [] }
    return [ProgramFile(path: place.library, bytes: Array(library))]
  }
}
