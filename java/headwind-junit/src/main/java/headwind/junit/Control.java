package headwind.junit;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * One connection to the control socket, through `headwind control`: Java cannot connect to an abstract socket. docs/control.md of Headwind
 * describes the protocol.
 */
final class Control implements AutoCloseable {
  static final String HOW_TO_RUN = "run the tests like this: headwind run -- mvn --offline surefire:test";

  /** One line of an answer. */
  record Value(String name, String text) {}

  private final Process process;
  private final BufferedReader lines;
  private final Writer requests;

  Control() {
    String command = Optional.ofNullable(System.getenv("HEADWIND_COMMAND")).filter(c -> !c.isEmpty()).orElse("headwind");
    try {
      process = new ProcessBuilder(command, "control").start();
    } catch (IOException error) {
      throw new LinkException(
          "cannot start " + command + " (" + error.getMessage() + "); install headwind, or set HEADWIND_COMMAND to its path", error);
    }
    lines = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    requests = new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8);
  }

  /** Sends a request and returns its answer. */
  synchronized List<Value> ask(String text) {
    String request = text.replaceAll("[\r\n]+", " ");
    try {
      requests.write(request + "\n");
      requests.flush();
      List<Value> values = new ArrayList<>();
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.equals("ok")) return values;
        int place = line.indexOf(": ");
        Value value = place < 0 ? new Value(line, "") : new Value(line.substring(0, place), line.substring(place + 2));
        if (value.name.equals("error")) throw new LinkException("the link refuses \"" + request + "\": " + value.text);
        values.add(value);
      }
    } catch (IOException error) {
      throw new LinkException(trouble(), error);
    }
    throw new LinkException(trouble());
  }

  /** What the command said before it ended. */
  private String trouble() {
    try {
      String words = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8).strip();
      if (!words.isEmpty()) return words;
    } catch (IOException error) {
      // Nothing more is known than that it has ended.
    }
    return "the link was taken down; " + HOW_TO_RUN;
  }

  @Override
  public void close() {
    try {
      requests.close();
      process.waitFor();
    } catch (IOException error) {
      process.destroy();
    } catch (InterruptedException error) {
      process.destroy();
      Thread.currentThread().interrupt();
    }
  }
}
