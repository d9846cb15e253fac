/// Python that talks to the control socket of the link that it runs on.
public enum ControlScript {
  /// Defines `ask(request)`, which returns the lines of the answer, of which the last is `ok`, an error, or nothing if
  /// the link is gone.
  public static let python = """
    import os, socket
    control = socket.socket(socket.AF_UNIX)
    control.connect("\\0" + os.environ["HEADWIND_CONTROL"][1:])
    lines = control.makefile("r")
    def ask(request):
      control.sendall(request.encode() + b"\\n")
      values = []
      while not values or not (values[-1] in ("ok", "") or values[-1].startswith("error")): values.append(lines.readline().rstrip("\\n"))
      return values
    """

  /// A shell's command that writes the script with `body` behind it to `$folder/script.py`.
  public static func writing(_ body: String) -> String {
    "cat >$folder/script.py <<'END'\n\(python)\n\(body)\nEND"
  }
}
