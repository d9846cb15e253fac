internal import FoundationEssentials
internal import Glibc

/// A folder of ready-made clients with the lists `commands` and `needs`, and with templates.
public struct AdapterFolder: Sendable {
  /// Where users can keep adapters of their own.
  public static let variable = "HEADWIND_CLIENTS"
  private static let built = ".build/clients/"
  private static let sources = "clients/"

  public let path: String

  public init(_ path: String) {
    self.path = path
  }

  /// The folder that the environment names; otherwise that of the package to which the executable belongs: installed
  /// (`PREFIX/share/headwind/clients` for `PREFIX/bin/headwind`), or a checkout that it was built in.
  /// - Parameter executable: the real path of the command.
  public static func find(executable: String) -> AdapterFolder? {
    if let named = getenv(variable).map({ String(cString: $0) }), !named.isEmpty { return AdapterFolder(named) }
    var parent = URL(filePath: executable).deletingLastPathComponent()
    let installed = parent.deletingLastPathComponent().path + "/share/headwind/clients"
    if isOne(installed) { return AdapterFolder(installed) }
    while parent.path.count > 1 {
      if isOne(parent.path + "/clients"), access(parent.path + "/Package.swift", R_OK) == 0 {
        return AdapterFolder(parent.path + "/clients")
      }
      parent = parent.deletingLastPathComponent()
    }
    return nil
  }

  private static func isOne(_ path: String) -> Bool { access(path + "/commands", R_OK) == 0 }

  /// All adapters, in the order of `commands`.
  /// - Throws: `RunnerError` if there is no list.
  public func adapters() throws(RunnerError) -> [Adapter] {
    guard let commands = lines(of: "commands") else {
      throw RunnerError("there is no list of clients: cannot read \(path)/commands")
    }
    let needs = lines(of: "needs") ?? []
    return commands.compactMap { line in
      guard let name = line.first, line.count > 1 else { return nil }
      var adapter = Adapter(name: name, words: Array(line.dropFirst()))
      for need in needs where need.first == name && need.count > 2 {
        if need[1] == "build" {
          adapter.builds.append(Array(need.dropFirst(2)))
        } else if let kind = Adapter.Need.Kind(rawValue: need[1]) {
          adapter.needs.append(.init(kind: kind, name: need[2], hint: need.dropFirst(3).joined(separator: " ")))
        }
      }
      // An adapter that says nothing about its needs at least needs the program that starts it.
      if adapter.needs.isEmpty, let program = adapter.words.first, !program.contains("/") {
        adapter.needs = [.init(kind: .program, name: program, hint: "")]
      }
      return adapter
    }
  }

  private func lines(of name: String) -> [[String]]? {
    guard let text = try? String(contentsOf: URL(filePath: "\(path)/\(name)"), encoding: .utf8) else { return nil }
    return text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { ShellWords.words(of: String($0)) }
  }

  /// What an adapter needs and this machine does not have.
  public func missing(for adapter: Adapter) -> [Adapter.Need] {
    adapter.needs.filter { need in
      switch need.kind {
      case .program: !ClientCommand([need.name]).isFound
      case .module: !Self.succeeds([python, "-c", "import \(need.name)"])
      case .file: access(need.name, R_OK) != 0
      }
    }
  }

  private static func succeeds(_ words: [String]) -> Bool {
    (try? BuildStep.run(words))?.status == 0
  }

  /// The interpreter with the modules: that of `scripts/clients build` if it was run, otherwise that of the machine.
  private var python: String {
    let own = "\(path)/../\(Self.built)python/bin/python"
    return access(own, X_OK) == 0 ? own : "python3"
  }

  /// The command of an adapter, which is built first if it has to be and was not yet.
  /// - Parameters:
  ///   - cache: the folder for what is built.
  ///   - tell: is told what is built, in one line.
  /// - Throws: `RunnerError` if it cannot be built.
  public func command(
    of adapter: Adapter, cache: String, tell: (String) -> Void
  ) throws(RunnerError) -> [String] {
    var built = ""
    if adapter.isBuilt {
      built = "\(cache)/\(adapter.name)-\(digest(of: adapter))"
      if access(built, F_OK) != 0 { try build(adapter, into: built, tell) }
    }
    return adapter.words.map { word in
      if word.hasPrefix(Self.built + "python/") { return python }
      if word.hasPrefix(Self.built) { return "\(built)/\(word.dropFirst(Self.built.count))" }
      if word.hasPrefix(Self.sources) { return "\(path)/\(word.dropFirst(Self.sources.count))" }
      return word
    }
  }

  /// Builds beside the final folder, so that an interrupted build leaves nothing that looks finished.
  private func build(_ adapter: Adapter, into folder: String, _ tell: (String) -> Void) throws(RunnerError) {
    let partial = "\(folder).\(getpid())"
    tell("building the client \(adapter.name) into \(folder), once")
    do {
      try FileManager.default.createDirectory(atPath: partial, withIntermediateDirectories: true)
    } catch {
      throw RunnerError("cannot create the folder \(partial) for the client \(adapter.name): \(error)")
    }
    defer { try? FileManager.default.removeItem(atPath: partial) }
    for words in adapter.builds {
      let filled = words.map {
        $0.replacing("{clients}", with: path).replacing("{built}", with: partial)
      }
      let result = try BuildStep.run(filled)
      guard result.status == 0 else {
        let said = result.output.split(separator: "\n").suffix(5).joined(separator: "; ")
        throw RunnerError("cannot build the client \(adapter.name): \(filled.joined(separator: " ")): \(said)")
      }
    }
    // Another command may have built it meanwhile, and its result is as good.
    if rename(partial, folder) != 0, access(folder, F_OK) != 0 {
      throw RunnerError("cannot create the folder \(folder): \(String(cString: strerror(errno)))")
    }
  }

  /// A hash (FNV-1a) of the sources that its build commands name, so that edited sources are built again.
  private func digest(of adapter: Adapter) -> String {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    func add(_ bytes: some Sequence<UInt8>) {
      for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    }
    for word in adapter.builds.joined() {
      add(word.utf8)
      guard word.hasPrefix("{clients}/") else { continue }
      for file in Self.files(in: path + word.dropFirst("{clients}".count)) {
        add(file.utf8)
        add((try? Data(contentsOf: URL(filePath: file))) ?? Data())
      }
    }
    return String(hash, radix: 16)
  }

  /// The file, or the files in the folder at any depth. Hidden ones are left out, because builds make them.
  private static func files(in path: String) -> [String] {
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: path) else { return [path] }
    return names.filter { !$0.hasPrefix(".") }.sorted().flatMap { files(in: "\(path)/\($0)") }
  }
}
