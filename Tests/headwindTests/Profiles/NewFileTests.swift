import TestSupport
import Testing

/// `profile new` and `scenario new`: files that an editor can check, from the first line on.
@Suite(.waiting) struct NewFileTests {
  /// Does what the YAML language server does: follows the modeline from the file's own directory, and checks the file.
  private static let check = """
    import json, os, re, sys, jsonschema, yaml
    for path in sys.argv[1:]:
        text = open(path).read()
        name = re.match(r'# yaml-language-server: \\$schema=(\\S+)\\n', text)[1]
        schema = json.load(open(os.path.join(os.path.dirname(path), name)))
        jsonschema.Draft202012Validator.check_schema(schema)
        jsonschema.Draft202012Validator(schema).validate(yaml.safe_load(text))
        print(name)
    """

  @Test func newFilesAreValidAndNameTheirSchema() throws {
    let result = try Shell.run(
      """
      $headwind profile new $folder/net/train.yaml --from 'Slow Net' > $folder/said || exit 2
      $headwind scenario new $folder/checks.yaml >> $folder/said || exit 3
      cat > $folder/check.py <<'END'
      \(Self.check)
      END
      python3 $folder/check.py $folder/net/train.yaml $folder/checks.yaml || exit 4
      $headwind profile check $folder/net/train.yaml >&2 && $headwind scenario check $folder/checks.yaml >&2 || exit 5
      grep -c '^wrote ' $folder/said
      grep '^name:' $folder/net/train.yaml
      """, tools: ["python3": "python3 python3-jsonschema python3-yaml"])
    #expect(
      result.lines == ["profile.schema.json", "scenario.schema.json", "4", "name: train"],
      "\(result.output) \(result.errors)")
  }

  @Test func aFileThatExistsIsKept() throws {
    let result = try Shell.run(
      """
      echo mine > $folder/a.yaml
      $headwind profile new $folder/a.yaml; echo $?
      $headwind scenario new $folder/a.yaml; echo $?
      cat $folder/a.yaml
      """)
    #expect(result.lines == ["4", "4", "mine"])
    #expect(result.errors.contains("exists and is not replaced"))
  }

  @Test func theSchemasAreThePublishedOnes() throws {
    let result = try Shell.run(
      """
      $headwind profile schema | cmp - '\(Repository.file("docs/profile.schema.json"))' &&
        $headwind scenario schema | cmp - '\(Repository.file("docs/scenario.schema.json"))'
      """)
    #expect(result.status == 0, "\(result.output) \(result.errors)")
  }
}
