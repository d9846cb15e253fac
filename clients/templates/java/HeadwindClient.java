import java.io.BufferedReader;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/**
 * An adapter for 'headwind test': it makes the requests of a scenario with your HTTP client.
 *
 * Replace the client, request() and told() by your own, and keep the rest, which is the contract: what to do comes in environment
 * variables, how it went is the exit status.
 */
public final class HeadwindClient {
  /** The families of scenarios that this client knows: those of the standard suite. Add the families of your own suites. */
  private static final List<String> FAMILIES = List.of(
      "connect", "tls", "dns", "he", "head", "expect", "body", "upload", "reuse", "pool", "cancel", "retry", "redirect",
      "link", "portal", "wait", "report", "proxy", "coding", "cookies", "cache");

  private record Asked(
      String method, String url, String body, String output, String accept, double after, boolean together) {}

  private static volatile boolean isCancelled;

  public static void main(String[] words) throws Exception {
    // Headwind first asks for a scenario that does not exist. 127 means: I do not know this one.
    String scenario = System.getenv().getOrDefault("HEADWIND_SCENARIO", "");
    if (!FAMILIES.contains(scenario.split("\\.")[0])) System.exit(127);
    Duration deadline = Duration.ofSeconds(Long.parseLong(System.getenv("HEADWIND_DEADLINE")));
    // Your client: one for all requests, with the deadline as its own timeout.
    HttpClient.Builder builder = HttpClient.newBuilder().connectTimeout(deadline);
    String authority = System.getenv("HEADWIND_CA");
    if (authority != null) builder.sslContext(trusting(authority));
    HttpClient client = builder.build();

    List<CompletableFuture<Boolean>> running = new ArrayList<>();
    // Headwind says when to cancel by a line on standard input. A client that cannot cancel leaves this out, and gets SIGINT.
    Thread reader = new Thread(() -> cancelOnLine(running));
    reader.setDaemon(true);
    reader.start();
    System.out.println("cancel: stdin");
    boolean isWhole = true;
    for (Asked asked : requests(System.getenv("HEADWIND_REQUESTS"))) {
      if (!asked.together()) {
        isWhole &= join(running);
        Thread.sleep((long) (asked.after() * 1000));
      }
      CompletableFuture<HttpResponse<Path>> sent = client.sendAsync(request(asked, deadline),
          information -> information.statusCode() / 100 == 2 && isUsable(asked, information.headers())
              ? BodyHandlers.ofFile(Path.of(asked.output() + ".partial")).apply(information)
              : HttpResponse.BodySubscribers.replacing(null));
      synchronized (running) {
        running.add(told(asked, sent));
      }
    }
    isWhole &= join(running);
    // Live on after a cancel, so that what the library leaves alive is seen. Headwind ends standard input.
    if (isCancelled) {
      System.out.println("cancelled");
      reader.join();
    }
    System.exit(isWhole && !isCancelled ? 0 : 1);
  }

  private static HttpRequest request(Asked asked, Duration deadline) throws IOException {
    HttpRequest.Builder builder = HttpRequest.newBuilder(URI.create(asked.url())).timeout(deadline);
    if (asked.accept() != null) builder.header("Accept", asked.accept());
    return builder.method(asked.method(),
            asked.body() == null ? BodyPublishers.noBody() : BodyPublishers.ofFile(Path.of(asked.body())))
        .build();
  }

  /** Whether a response is in the media type that you can use, which is your business and not the client's. */
  private static boolean isUsable(Asked asked, HttpHeaders fields) {
    String got = fields.firstValue("Content-Type").map(value -> value.split(";")[0].trim()).orElse(null);
    return asked.accept() == null || got == null || got.equalsIgnoreCase(asked.accept());
  }

  /** Moves the file to its name once it is whole. To cancel what is returned cancels the exchange. */
  private static CompletableFuture<Boolean> told(Asked asked, CompletableFuture<HttpResponse<Path>> sent) {
    CompletableFuture<Boolean> told = sent.handle((response, error) -> {
      try {
        if (error != null) throw error;
        if (response.body() == null) {
          String type = response.headers().firstValue("Content-Type").orElse("no type");
          throw new IOException("HTTP status " + response.statusCode() + " with " + type);
        }
        Files.move(response.body(), Path.of(asked.output()), StandardCopyOption.REPLACE_EXISTING);
        return true;
      } catch (Throwable failure) {
        System.err.println(asked.method() + " " + asked.url() + ": " + failure);
        Path.of(asked.output() + ".partial").toFile().delete();
        return false;
      }
    });
    told.whenComplete((value, error) -> { if (told.isCancelled()) sent.cancel(true); });
    return told;
  }

  private static boolean join(List<CompletableFuture<Boolean>> running) {
    boolean isWhole = true;
    for (CompletableFuture<Boolean> future : List.copyOf(running)) {
      isWhole &= future.exceptionally(cancellation -> false).join();
    }
    synchronized (running) {
      running.clear();
    }
    return isWhole;
  }

  private static void cancelOnLine(List<CompletableFuture<Boolean>> running) {
    try (BufferedReader input = new BufferedReader(new InputStreamReader(System.in))) {
      for (String line = input.readLine(); line != null; line = input.readLine()) {
        if (!line.equals("cancel")) continue;
        isCancelled = true;
        synchronized (running) {
          running.forEach(future -> future.cancel(true));
        }
      }
    } catch (IOException error) {
      System.err.println(error);
    }
  }

  private static SSLContext trusting(String authority) throws Exception {
    KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
    store.load(null, null);
    try (FileInputStream file = new FileInputStream(authority)) {
      store.setCertificateEntry("headwind", CertificateFactory.getInstance("X.509").generateCertificate(file));
    }
    TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    factory.init(store);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, factory.getTrustManagers(), null);
    return context;
  }

  /** The JDK reads no JSON; this list is flat and its strings have no escapes. */
  private static List<Asked> requests(String json) {
    List<Asked> requests = new ArrayList<>();
    Pattern.compile("\\{[^}]*\\}").matcher(json).results().forEach(match -> {
      String item = match.group();
      requests.add(new Asked(text(item, "method"), text(item, "url"), text(item, "body"), text(item, "output"),
          text(item, "accept"), Double.parseDouble(value(item, "after\":([0-9.eE+-]+)")), item.contains("\"together\":true")));
    });
    return requests;
  }

  private static String text(String item, String name) {
    return value(item, name + "\":\"([^\"]*)\"");
  }

  private static String value(String item, String pattern) {
    var matcher = Pattern.compile("\"" + pattern).matcher(item);
    return matcher.find() ? matcher.group(1) : null;
  }
}
