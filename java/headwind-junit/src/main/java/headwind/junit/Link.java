package headwind.junit;

import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The link of a test: changes it, and asks what happened on the wire since the test began. */
public final class Link implements AutoCloseable {
  /** How long other tests may hold the link. */
  private static final Duration TURN = Duration.ofHours(1);

  private final Control control = new Control();
  private final String mark;

  /** Waits until no other test has the link, and takes it. */
  Link(String name) {
    try {
      control.ask("hold within " + time(TURN));
      mark = first(control.ask("mark " + name), "mark");
    } catch (LinkException error) {
      control.close();
      throw error;
    }
  }

  /** Puts a profile in force, given by its name or the path of a file. It also heals a cut. */
  public void switchTo(String profile) {
    control.ask("switch " + profile);
  }

  /**
   * Puts another profile in force.
   *
   * @param queued what happens to the packets that wait for the bandwidth: "keep", "rerate" (they are sent at the new
   *     bandwidth) or "drop"
   */
  public void switchTo(String profile, String queued) {
    control.ask("switch " + profile + " queued " + queued);
  }

  /**
   * Lets a profile follow, or "rebind", "link-down" or "link-up", when an event is seen on the wire: "syn", "request", "request-sent",
   * "response-started", "4 KB down", "http \"GET /search*\"", "idle 1 s".
   */
  public void follow(String profile, String when) {
    control.ask("then " + profile + " when " + when);
  }

  /** The same for a limited time, after which what was in force comes back. */
  public void follow(String profile, String when, Duration lasting) {
    control.ask("then " + profile + " when " + when + " for " + time(lasting));
  }

  /** Lets a profile follow after some time. */
  public void follow(String profile, Duration after) {
    control.ask("then " + profile + " after " + time(after));
  }

  /** The same for a limited time, after which what was in force comes back. */
  public void follow(String profile, Duration after, Duration lasting) {
    control.ask("then " + profile + " after " + time(after) + " for " + time(lasting));
  }

  /** Drops all packets, in both directions, until {@link #heal} or {@link #switchTo}. */
  public void cut() {
    control.ask("cut");
  }

  /** Undoes a cut. */
  public void heal() {
    control.ask("heal");
  }

  /** Maps each of the client's ports to another one, like a NAT that has lost its mappings. */
  public void rebind() {
    control.ask("rebind");
  }

  /** Takes the carrier of the client's interface away. */
  public void takeDown() {
    control.ask("link-down");
  }

  /** Gives the carrier back. */
  public void takeUp() {
    control.ask("link-up");
  }

  /** Restores the state in which the link was created. */
  public void reset() {
    control.ask("reset");
  }

  /** Writes a text into the capture and the timeline. */
  public void mark(String text) {
    control.ask("mark " + text);
  }

  /** What the link says of itself. */
  public Map<String, String> status() {
    Map<String, String> status = new LinkedHashMap<>();
    control.ask("status").forEach(value -> status.put(value.name(), value.text()));
    return status;
  }

  /** The name of the profile in force. */
  public String profile() {
    return status().get("profile");
  }

  /** Whether the link is cut. */
  public boolean isCut() {
    return "cut".equals(status().get("state"));
  }

  /** The TCP connections that were opened since the test began, or on which the client sent something. */
  public List<Connection> connections() {
    return all("connections", "connection").map(Connection::of).toList();
  }

  /** The HTTP exchanges that began since the test began. */
  public List<Exchange> exchanges() {
    return all("exchanges", "exchange").map(Exchange::of).toList();
  }

  /** The packets since the test began. */
  public Traffic traffic() {
    List<Control.Value> values = observe("traffic");
    return new Traffic(
        Integer.parseInt(first(values, "sent-packets")), Long.parseLong(first(values, "sent-bytes")),
        Integer.parseInt(first(values, "received-packets")), Long.parseLong(first(values, "received-bytes")));
  }

  /** What happened on the wire and to the link, one line per event. */
  public List<String> timeline() {
    return all("timeline", "event").toList();
  }

  /** The timeline as one text, for the message of an assertion. */
  public String describe() {
    return timeline().stream().collect(Collectors.joining("\n", "on the wire:\n", ""));
  }

  /**
   * Waits until an event is seen on the wire, and says whether it was. What was seen since the test began counts. Other threads can use the
   * link meanwhile.
   */
  public boolean sees(String event, Duration within) {
    try (Control waiting = new Control()) {
      return "true".equals(first(waiting.ask("wait " + event + " since " + mark + " within " + time(within)), "met"));
    }
  }

  /**
   * Waits until the client has closed all connections of the test, or the server has reset them. Says whether that happened in time. If
   * there are no connections, all are closed.
   */
  public boolean allClosed(Duration within) {
    return sees("closed", within);
  }

  /** Writes the packets since the test began to a pcapng file. */
  public void capture(Path file) {
    observe("capture " + file.toAbsolutePath());
  }

  /** Puts the conditions of an earlier status in force again. */
  void restore(Map<String, String> status) {
    reset();
    if (!profile().equals(status.get("profile"))) switchTo(status.get("profile"));
    if ("cut".equals(status.get("state"))) cut();
  }

  /** Lets others have the link. */
  @Override
  public void close() {
    control.close();
  }

  private List<Control.Value> observe(String question) {
    return control.ask(question + " since " + mark);
  }

  private java.util.stream.Stream<String> all(String question, String name) {
    return observe(question).stream().filter(value -> value.name().equals(name)).map(Control.Value::text);
  }

  private static String first(List<Control.Value> values, String name) {
    return values.stream().filter(value -> value.name().equals(name)).map(Control.Value::text).findFirst()
        .orElseThrow(() -> new LinkException("the link's answer lacks \"" + name + "\"; it belongs to another version of Headwind"));
  }

  /** As the control protocol reads times. */
  private static String time(Duration duration) {
    return Math.max(0, duration.toNanos() / 1000) + " us";
  }
}
