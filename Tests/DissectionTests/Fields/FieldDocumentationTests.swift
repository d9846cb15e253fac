import Dissection
import Glibc
import TestSupport
import Testing

@Suite("The page of fields")
struct FieldDocumentationTests {
  @Test("is what the table says now; HEADWIND_WRITE_DOCS=1 writes it")
  func isCurrent() throws {
    let path = Repository.file("docs/fields.md")
    if getenv("HEADWIND_WRITE_DOCS") != nil {
      try Files.write(Array(FieldDocumentation.markdown.utf8), to: path)
    }
    let page = try Files.text(path)
    #expect(page == FieldDocumentation.markdown, "docs/fields.md is behind the table")
  }
}
