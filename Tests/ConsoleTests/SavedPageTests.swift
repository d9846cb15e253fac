import Dissection
import Exchanges
import LinkConditions
import Pages
import TestSupport
import Testing
import TextOutput

@testable import Console

@Suite struct SavedPageTests {
  @Test func theFileNeedsNothingElse() throws {
    let store = PacketStoreTests.store(Repository.file("captures/recorded/slow-net.pcapng"))
    let api = ConsoleAPI(
      store, tables: DissectorTables(), options: HTTPOptions(), library: .shipped, trouble: { _ in "" }, version: "1")
    var text = TextBuffer()
    api.appendSavedPage(to: &text)
    let page = text.withBytes { String(text: $0) }
    for part in [
      "id=\"saved\"", "\"packets/1\":{", "\"exchanges/1\":{", "\"plots\":{", "\"streams/0/packets\":{",
      "modules['api.js']", "modules['plots-axis.js']", "modules['span.js']", "\"streams/0/sequence\":{",
    ] {
      #expect(page.contains(part), "the file lacks \(part)")
    }
    // Nothing of the machine but what was captured.
    for part in ["\n\"links\":", "\n\"profiles\":"] { #expect(!page.contains(part), "the file has \(part)") }
    for part in ["src=", "href=\"console", "\nimport ", "\nexport "] { #expect(!page.contains(part), "\(part)") }
    let data = page.split(separator: "id=\"saved\">", maxSplits: 1)[1]
    #expect(data.prefix { $0 != "<" }.count > 10_000)
  }

  @Test func modulesSeeOnlyWhatTheyImport() {
    let files = [
      "a.js": "import {b,\n  c} from './b.js';\nconst x = b;\n",
      "b.js": "const x = 1;\nexport function b() {}\nexport const c = x;\nexport async function d() {}\n",
    ]
    let script = PageModules(files).joined(from: "a.js")
    #expect(
      script == """
        const modules = {};
        modules['b.js'] = (() => {
        const x = 1;
        function b() {}
        const c = x;
        async function d() {}
        return {b, c, d};
        })();
        {
        const {b,   c} = modules['b.js'];
        const x = b;
        }

        """)
  }
}
