import Dissection
import Glibc
import Testing

@Suite("The page of fields")
struct FieldDocumentationTests {
  @Test("is what the table says now; HEADWIND_WRITE_DOCS=1 writes it")
  func isCurrent() throws {
    let root = #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
    let path = "/\(root)/docs/fields.md"
    if getenv("HEADWIND_WRITE_DOCS") != nil {
      try TemporaryDirectory.write(Array(FieldDocumentation.markdown.utf8), to: path)
    }
    let page = try TemporaryDirectory.read(path)
    #expect(page == FieldDocumentation.markdown, "docs/fields.md is behind the table")
  }
}
