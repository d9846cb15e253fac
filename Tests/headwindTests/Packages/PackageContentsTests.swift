import Foundation
import TestSupport
import Testing

/// What packages and `make install` consist of: the files that are copied, and the list of what is linked.
@Suite(.waiting) struct PackageContentsTests {
  /// `scripts/stage` copies each profile, suite and adapter of the repository, and what is generated.
  @Test func everyFileOfAnInstallationIsStaged() throws {
    let result = try Shell.run(
      """
      set -e
      cd '\(Repository.root)'
      scripts/man-and-completions "$headwind" $folder/share
      scripts/stage "$headwind" $folder/share $folder/usr
      {
        echo bin/headwind
        git ls-files profiles suites clients | grep -v '^clients/notes/' | grep -v '/\\.' | sed 's,^,share/headwind/,'
        git ls-files 'docs/*.schema.json' | sed 's,^docs/,share/headwind/,'
        echo share/headwind/extcap/headwind
        echo share/headwind/apparmor/usr.bin.headwind
        echo share/bash-completion/completions/headwind
        echo share/zsh/site-functions/_headwind
        echo share/fish/vendor_completions.d/headwind.fish
        echo share/doc/headwind/LICENSE
        (cd $folder/share && find man -type f) | sed 's,^,share/,'
      } | sort > $folder/expected
      (cd $folder/usr && find . -type f -printf '%P\\n') | sort > $folder/staged
      comm -23 $folder/expected $folder/staged
      test -x $folder/usr/share/headwind/extcap/headwind
      test $(ls $folder/usr/share/man/man1/headwind*.1 | wc -l) -gt 10
      """, tools: ["git": "git", "python3": "python3"])
    #expect(result.status == 0 && result.lines.isEmpty, "\(result.everything)")
  }

  /// `packaging/sbom` names each package of Package.resolved with its version and a licence.
  @Test func theBillOfMaterialsNamesEveryPackage() throws {
    struct Resolved: Decodable {
      struct Pin: Decodable {
        struct State: Decodable { var version: String? }
        var identity: String
        var state: State
      }
      var pins: [Pin]
    }
    struct Bill: Decodable {
      struct Package: Decodable {
        var SPDXID: String
        var name: String
        var versionInfo: String
        var licenseDeclared: String
      }
      struct Relationship: Decodable { var spdxElementId, relatedSpdxElement: String }
      var packages: [Package]
      var relationships: [Relationship]
    }
    let result = try Shell.run(
      """
      cd '\(Repository.root)'
      SOURCE_DATE_EPOCH=1 packaging/sbom --version 1.2.3 --resolved Package.resolved --checkouts .build/checkouts
      """, tools: ["python3": "python3"])
    #expect(result.status == 0, "\(result.errors)")
    let bill = try JSONDecoder().decode(Bill.self, from: Data(result.output.utf8))
    let resolved = try JSONDecoder().decode(
      Resolved.self, from: Data(contentsOf: URL(filePath: Repository.file("Package.resolved"))))
    #expect(!resolved.pins.isEmpty)
    for pin in resolved.pins {
      let package = try #require(bill.packages.first { $0.name == pin.identity }, "\(pin.identity) is missing")
      #expect(package.versionInfo == pin.state.version)
      #expect(package.licenseDeclared.hasPrefix("Apache-2.0") || package.licenseDeclared == "MIT", "\(package)")
    }
    for name in ["headwind", "swift-runtime", "libpcap-dev", "BoringSSL"] {
      #expect(bill.packages.contains { $0.name == name }, "\(name) is missing")
    }
    let identifiers = bill.packages.map(\.SPDXID)
    #expect(Set(identifiers).count == identifiers.count, "an identifier is used twice")
    for relationship in bill.relationships {
      #expect(identifiers.contains(relationship.relatedSpdxElement))
    }
  }
}
