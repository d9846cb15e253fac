package headwind.junit;

import static org.junit.jupiter.api.Assertions.*;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;
import org.junit.jupiter.api.io.TempDir;

class LinkTest {
  private static int get(String target, Duration limit) throws IOException, InterruptedException {
    HttpRequest request = HttpRequest.newBuilder(URI.create("http://search.example" + target)).timeout(limit).build();
    HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    return client.send(request, BodyHandlers.ofString()).statusCode();
  }

  @Test
  @Profile("Wi-Fi")
  void anExchangeIsSeen(Link link) throws Exception {
    assertEquals("Wi-Fi", link.profile());
    assertEquals(200, get("/status/200", Duration.ofSeconds(20)));
    List<Exchange> exchanges = link.exchanges();
    assertEquals(1, exchanges.size());
    assertEquals(List.of("GET", "/status/200", 200, "complete"),
        List.of(exchanges.get(0).method(), exchanges.get(0).target(), exchanges.get(0).status(), exchanges.get(0).outcome()));
    Connection connection = link.connections().stream().filter(c -> c.connected() != null).findFirst().orElseThrow();
    assertEquals(80, connection.serverPort());
    assertTrue(connection.opened().isBefore(connection.connected()) && connection.connected().isBefore(connection.firstReceived()));
    assertTrue(link.traffic().sentPackets() > 3);
    assertTrue(link.describe().contains("GET http://search.example/status/200"), link::describe);
  }

  @Test
  @OnLink
  void theNextTestBeginsAnew(Link link) {
    assertEquals("Clean", link.profile());
    assertEquals(List.of(), link.connections());
  }

  @Test
  @Profile("Slow Net")
  @Profile(value = "Black Hole", when = "response-started")
  void theSecondProfileWaitsForTheResponse(Link link) {
    assertEquals("Slow Net", link.profile());
    var client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    var request = HttpRequest.newBuilder(URI.create("http://search.example/search.json?rpp=100&q=apple")).build();
    var search = client.sendAsync(request, BodyHandlers.ofString());
    assertTrue(link.sees("response-started", Duration.ofSeconds(20)));
    search.cancel(true);
    assertTrue(link.allClosed(Duration.ofSeconds(2)), link::describe);
    assertEquals("Black Hole", link.profile());
    assertEquals(List.of("abandoned"), link.exchanges().stream().map(Exchange::outcome).toList());
  }

  @Test
  @OnLink
  void aLinkIsChanged(Link link) throws Exception {
    var error = assertThrows(LinkException.class, () -> link.switchTo("No Such Net"));
    assertTrue(error.getMessage().contains("no profile or timeline 'No Such Net'"), error.getMessage());
    link.follow("link-down", Duration.ofMillis(50), Duration.ofMillis(200));
    Thread.sleep(500);
    link.rebind();
    link.mark("changed");
    link.takeDown();
    link.takeUp();
    link.cut();
    assertTrue(link.isCut());
    link.heal();
    for (String word : List.of("link-up", "rebind", "mark: changed")) assertTrue(link.describe().contains(word), link::describe);
  }

  @Test
  @Profile("Wi-Fi")
  void aConnectionThatIsLeftOpenIsNotClosed(Link link) throws IOException {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress("10.83.0.1", 80), 10_000);
      assertFalse(link.allClosed(Duration.ofMillis(200)));
    }
    assertTrue(link.allClosed(Duration.ofSeconds(5)), link::describe);
  }

  /** Tests that fail, for the tests below. */
  @EnabledIfEnvironmentVariable(named = "HEADWIND_EXAMPLE", matches = "1")
  static class Example {
    @Test
    @OnLink
    void fails(Link link) throws Exception {
      if (System.getenv("HEADWIND_CONTROL").startsWith("@headwind.")) get("/status/200", Duration.ofSeconds(10));
      fail("not as expected");
    }
  }

  private static String run(Path folder, String... environment) throws Exception {
    var builder = new ProcessBuilder(
        System.getProperty("java.home") + "/bin/java", "-cp", System.getProperty("java.class.path"),
        "org.junit.platform.console.ConsoleLauncher", "--disable-banner", "--details=tree", "-c", Example.class.getName());
    builder.environment().put("HEADWIND_EXAMPLE", "1");
    builder.environment().put("HEADWIND_CAPTURES", folder.resolve("kept").toString());
    for (String setting : environment) builder.environment().put(setting.split("=", 2)[0], setting.split("=", 2)[1]);
    Process process = builder.redirectErrorStream(true).start();
    return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
  }

  @Test
  @EnabledIfEnvironmentVariable(named = "HEADWIND_CONTROL", matches = "@.*")
  void aFailureNamesItsPackets(@TempDir Path folder) throws Exception {
    String output = run(folder);
    assertTrue(output.contains("packets: " + folder.resolve("kept/Example.fails.pcapng")), output);
    assertTrue(Files.size(folder.resolve("kept/Example.fails.pcapng")) > 0);
  }

  @Test
  void withoutALinkItSaysWhatToDo(@TempDir Path folder) throws Exception {
    String skipped = run(folder, "HEADWIND_CONTROL=", "HEADWIND_LINK_MISSING=skip");
    assertTrue(skipped.contains("headwind run -- mvn") && skipped.contains("1 tests aborted"), skipped);
    String failed = run(folder, "HEADWIND_CONTROL=");
    assertTrue(failed.contains("headwind run -- mvn") && failed.contains("1 tests failed"), failed);
    String gone = run(folder, "HEADWIND_CONTROL=@nobody.here");
    assertTrue(gone.contains("nobody answers at the control socket @nobody.here") || System.getenv("HEADWIND_COMMAND") == null, gone);
    String missing = run(folder, "HEADWIND_CONTROL=@nobody.here", "HEADWIND_COMMAND=/nowhere/headwind");
    assertTrue(missing.contains("cannot start /nowhere/headwind"), missing);
  }
}
