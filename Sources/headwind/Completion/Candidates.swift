import ArgumentParser
import Captures
import Dissection
import FoundationEssentials
import LinkConditions
import Resilience
import VirtualLink

/// The candidates that a shell offers for values: names that only the running command knows, such as those of profiles and links.
enum Candidates {
  /// Profiles, timelines and files that hold them.
  static var profiles: CompletionKind {
    .custom { words, _, prefix in
      let choice = ProfileChoice(directory: value(of: "--profiles", in: words), kind: .regular)
      let names = ((try? choice.library().profiles.map(\.name)) ?? []) + ((try? choice.timelines().map(\.name)) ?? [])
      return names.sorted() + files(prefix, endingIn: [".yaml", ".yml"])
    }
  }

  /// Scenarios of the standard suite, and patterns for their families.
  static var scenarios: CompletionKind {
    .custom { words, _, _ in
      let ids = StandardSuite.entries.map(\.scenario.id)
      let takesPatterns = words.contains("--only") || words.contains("--skip")
      let families = takesPatterns ? Set(ids.map { String($0.prefix { $0 != "." }) + ".*" }).sorted() : []
      return ids + families
    }
  }

  /// Links that are up.
  static var links: CompletionKind {
    .custom { _, _, _ in LinkDirectory.list().map(\.name.text) }
  }

  /// Links that are up, and interfaces.
  static var sources: CompletionKind {
    .custom { _, _, _ in LinkDirectory.list().map(\.name.text) + ((try? LiveInterface.all().map(\.name)) ?? []) }
  }

  static var interfaces: CompletionKind {
    .custom { _, _, _ in (try? LiveInterface.all().map(\.name)) ?? [] }
  }

  /// Network namespaces that `ip netns` keeps.
  static var namespaces: CompletionKind {
    .custom { _, _, _ in ((try? FileManager.default.contentsOfDirectory(atPath: "/run/netns")) ?? []).sorted() }
  }

  /// Fields of packets, as far as they begin with what is typed: there are thousands.
  static var fields: CompletionKind {
    .custom { _, _, prefix in FieldTable.fields.map(\.name).filter { $0.hasPrefix(plain(prefix)) } }
  }

  /// Words after `capture`: fields after `-T fields -e`, whose `-e` is a flag to the parser, and else files.
  static var filterWords: CompletionKind {
    .custom { words, index, prefix in
      if index > 0, words[index - 1] == "-e", words.contains("-T") {
        return FieldTable.fields.map(\.name).filter { $0.hasPrefix(plain(prefix)) }
      }
      return files(prefix, endingIn: [""])
    }
  }

  /// Protocols, in a list that is separated by commas.
  static var protocols: CompletionKind {
    .custom { _, _, prefix in continued(prefix, FieldTable.fields.map(\.name).filter { !$0.contains(".") }) }
  }

  /// Columns of `headwind http`, in a list that is separated by commas.
  static var columns: CompletionKind {
    .custom { _, _, prefix in continued(prefix, HTTPColumn.allCases.map(\.rawValue)) }
  }

  /// Ready-made clients.
  static var clients: CompletionKind {
    .custom { _, _, _ in (try? AdapterOptions.folder().adapters().map(\.name)) ?? [] }
  }

  /// A completion script that fish can run. Its argparse takes `#` for a number, so it refuses the flag of that name, and with it all
  /// completions of `capture`.
  static func repaired(_ script: String) -> String { script.replacing("'#/number'", with: "'number'") }

  /// A word as it was meant: shells hand over quotes and backslashes as they were typed.
  static func plain(_ word: String) -> String { word.filter { !"\"'\\".contains($0) } }

  /// The value of an option among the words of a command line; nil if it was not given.
  static func value(of option: String, in words: [String]) -> String? {
    if let index = words.firstIndex(of: option), words.indices.contains(index + 1) { return plain(words[index + 1]) }
    return words.first { $0.hasPrefix(option + "=") }.map { plain(String($0.dropFirst(option.count + 1))) }
  }

  /// The words of a list that is separated by commas, each behind those that are there already.
  static func continued(_ prefix: String, _ words: [String]) -> [String] {
    let given = plain(prefix)
    let before = given.lastIndex(of: ",").map { String(given[...$0]) } ?? ""
    let used = Set(before.split(separator: ",").map(String.init))
    return words.filter { !used.contains($0) }.map { before + $0 }
  }

  /// Files of a folder that was begun, and folders in it, if what is typed is a path.
  static func files(_ prefix: String, endingIn suffixes: [String]) -> [String] {
    let typed = plain(prefix)
    guard let slash = typed.lastIndex(of: "/") else {
      return entries(of: ".", endingIn: suffixes)
    }
    let folder = String(typed[...slash])
    return entries(of: folder, endingIn: suffixes).map { folder + $0 }
  }

  private static func entries(of folder: String, endingIn suffixes: [String]) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.sorted().compactMap { name in
      guard !name.hasPrefix(".") else { return nil }
      var isFolder = false
      let exists = FileManager.default.fileExists(atPath: "\(folder)/\(name)", isDirectory: &isFolder)
      if exists, isFolder { return name + "/" }
      return suffixes.contains { name.hasSuffix($0) } ? name : nil
    }
  }
}
