import ArgumentParser
import Dissection
import FoundationEssentials
import LinkConditions
import Resilience
import TextOutput

/// The options of `headwind test` for ready-made clients.
struct AdapterOptions: ParsableArguments {
  @Option(
    name: .customLong("client"),
    help: ArgumentHelp("Test a ready-made client instead of a command: node-fetch, httpx, go ...", valueName: "name"),
    completion: Candidates.clients)
  var name: String?

  @Flag(name: .customLong("clients"), help: "List the ready-made clients, and what each needs.")
  var isList = false

  func validate() throws {
    guard name == nil || !isList else { throw ValidationError("--clients lists the clients: omit --client") }
  }

  /// A table of all clients.
  static func table() throws -> TextTable {
    let folder = try folder()
    var table = TextTable([.init(title: "client"), .init(title: "needs"), .init(title: "here", wraps: true)])
    for adapter in try adapters(in: folder) {
      let missing = folder.missing(for: adapter)
      let hints = missing.map { $0.words + ($0.hint.isEmpty ? "" : ": \($0.hint)") }.joined(separator: "; ")
      table.add([
        .init(adapter.name), .init(adapter.needs.map(\.words).joined(separator: ", ")),
        missing.isEmpty
          ? .init(adapter.isBuilt ? "yes, built on first use" : "yes", .good)
          : .init("no; install \(hints)", .doubtful),
      ])
    }
    return table
  }

  /// The same as JSON, an object for each.
  static func json() throws -> [PrintableText] {
    struct Row: Encodable {
      var name: String
      var needs: [String]
      var missing: [String]
      var isBuilt: Bool
    }
    let folder = try folder()
    return try JSONText.lines(
      of: adapters(in: folder).map {
        Row(
          name: $0.name, needs: $0.needs.map(\.words), missing: folder.missing(for: $0).map(\.words),
          isBuilt: $0.isBuilt)
      })
  }

  /// The words of the client's command. An adapter that has to be compiled is compiled first.
  func words(of name: String) throws -> [String] {
    let folder = try Self.folder()
    let all = try Self.adapters(in: folder)
    // Other tools put the language first: python-requests.
    let names = [name, name.hasPrefix("python-") ? String(name.dropFirst("python-".count)) : name]
    guard let adapter = all.first(where: { names.contains($0.name) }) else {
      let nearest: PrintableText = Nearest.to(name, among: all.map(\.name)).map { "did you mean '\($0)'? " } ?? ""
      throw Failure(
        "there is no ready-made client '\(name)'",
        remedy: "\(nearest)'headwind test --clients' lists all; give a command of your own after '--'",
        status: ExitStatus.usage)
    }
    let missing = folder.missing(for: adapter)
    guard missing.isEmpty else {
      let hints = missing.map { $0.hint.isEmpty ? "install \($0.words)" : $0.hint }.joined(separator: ", ")
      throw Failure(
        "the client \(adapter.name) needs \(missing.map(\.words).joined(separator: " and ")), which is not on this machine",
        remedy: "install it: \(hints)", status: ExitStatus.environment)
    }
    do {
      return try folder.command(of: adapter, cache: Self.cache) { Headwind.say("headwind: \($0)") }
    } catch {
      throw Failure("\(error)", status: ExitStatus.environment)
    }
  }

  static func folder() throws -> AdapterFolder {
    if let folder = AdapterFolder.find(executable: try TestCommand.executable()) { return folder }
    throw Failure(
      "the ready-made clients are not installed",
      remedy: "set \(AdapterFolder.variable) to the folder 'clients' of Headwind's sources",
      status: ExitStatus.environment)
  }

  private static func adapters(in folder: AdapterFolder) throws -> [Adapter] {
    do {
      return try folder.adapters()
    } catch {
      throw Failure("\(error)", status: ExitStatus.environment)
    }
  }

  /// The user's own cache (XDG Base Directory Specification).
  private static var cache: String {
    let home = Console.variable("HOME").map { $0 + "/.cache" } ?? "/tmp"
    let base = Console.variable("XDG_CACHE_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil } ?? home
    return base + "/headwind/clients"
  }
}
