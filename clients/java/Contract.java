import java.io.BufferedReader;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Pattern;
import javax.net.ssl.TrustManagerFactory;

/**
 * Headwind's contract (docs/scenarios.md), which the Java clients here share: what to do comes in variables, how it went is the exit
 * status, and a line on standard input cancels.
 */
final class Contract {
  private static final List<String> FAMILIES = List.of(
      "connect", "tls", "dns", "he", "head", "expect", "body", "upload", "reuse", "pool", "cancel", "retry", "redirect",
      "link", "portal", "wait", "report", "coding", "cookies", "cache", "h2");

  record Asked(String method, String url, String body, String output, String accept, double after, boolean together) {}

  /** Makes one request, and writes its response with {@link #save}. Throws unless it succeeds as a whole. */
  interface Call {
    void perform(Asked asked) throws Exception;
  }

  private static volatile boolean isCancelled;

  private Contract() {}

  static boolean isFamily(String name) {
    return scenario().startsWith(name + ".");
  }

  private static String scenario() {
    return System.getenv().getOrDefault("HEADWIND_SCENARIO", "");
  }

  /** How long each request has. Ends with 127 for a scenario that these clients do not know. */
  static Duration deadline() {
    if (!FAMILIES.contains(scenario().split("\\.")[0])) System.exit(127);
    return Duration.ofSeconds(Long.parseLong(System.getenv("HEADWIND_DEADLINE")));
  }

  /** Makes all requests in their order, or at once where they are asked for together. Ends the program. */
  static void run(Call call, Runnable cancel) throws Exception {
    Thread reader = new Thread(() -> cancelOnLine(cancel));
    reader.setDaemon(true);
    reader.start();
    System.out.println("cancel: stdin");
    ExecutorService threads = Executors.newCachedThreadPool();
    List<Future<Boolean>> running = new ArrayList<>();
    boolean isWhole = true;
    for (Asked asked : requests()) {
      if (!asked.together()) {
        isWhole &= join(running);
        Thread.sleep((long) (asked.after() * 1000));
      }
      if (isCancelled) break;
      running.add(threads.submit(() -> tell(asked, call)));
    }
    isWhole &= join(running);
    // A program that lives on after a cancel, so that what the library leaves alive is seen. Headwind ends its standard input.
    if (isCancelled) {
      System.out.println("cancelled");
      reader.join();
    }
    System.exit(isWhole && !isCancelled ? 0 : 1);
  }

  private static boolean tell(Asked asked, Call call) {
    try {
      call.perform(asked);
      return true;
    } catch (Exception | Error error) {
      System.err.println(asked.method() + " " + asked.url() + ": " + error);
      return false;
    }
  }

  private static boolean join(List<Future<Boolean>> running) throws Exception {
    boolean isWhole = true;
    for (Future<Boolean> future : running) isWhole &= future.get();
    running.clear();
    return isWhole;
  }

  static void cancelOnLine(Runnable cancel) {
    try (BufferedReader input = new BufferedReader(new InputStreamReader(System.in))) {
      for (String line = input.readLine(); line != null; line = input.readLine()) {
        if (!line.equals("cancel")) continue;
        isCancelled = true;
        cancel.run();
      }
    } catch (IOException error) {
      System.err.println(error);
    }
  }

  static boolean isCancelled() {
    return isCancelled;
  }

  /** Takes no response but one that succeeded, in the media type that the caller can use, which is the caller's business. */
  static void check(Asked asked, int status, String contentType) throws IOException {
    if (status / 100 != 2) throw new IOException("HTTP status " + status);
    String got = contentType == null ? "" : contentType.split(";")[0].trim();
    if (asked.accept() != null && !got.isEmpty() && !got.equalsIgnoreCase(asked.accept())) {
      throw new IOException("the response is " + got + ", not " + asked.accept());
    }
  }

  /** Writes a body to the output, which is there only once it is whole; says each second how far it is. */
  static void save(Asked asked, InputStream body) throws IOException {
    Path partial = Path.of(asked.output() + ".partial");
    try (OutputStream output = Files.newOutputStream(partial)) {
      byte[] buffer = new byte[8192];
      long all = 0;
      long told = System.nanoTime();
      for (int count = body.read(buffer); count >= 0; count = body.read(buffer)) {
        output.write(buffer, 0, count);
        all += count;
        if (System.nanoTime() - told < 1_000_000_000L) continue;
        told = System.nanoTime();
        System.err.println(all + " bytes");
      }
    } catch (IOException error) {
      Files.deleteIfExists(partial);
      throw error;
    }
    Files.move(partial, Path.of(asked.output()), StandardCopyOption.REPLACE_EXISTING);
  }

  /** What trusts the CA that HEADWIND_CA names, or null if there is none. */
  static TrustManagerFactory trust() throws Exception {
    String authority = System.getenv("HEADWIND_CA");
    if (authority == null) return null;
    KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
    store.load(null, null);
    try (FileInputStream file = new FileInputStream(authority)) {
      store.setCertificateEntry("headwind", CertificateFactory.getInstance("X.509").generateCertificate(file));
    }
    TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    factory.init(store);
    return factory;
  }

  /** The JDK reads no JSON; this list is flat and its strings have no escapes. */
  static List<Asked> requests() {
    List<Asked> requests = new ArrayList<>();
    Pattern.compile("\\{[^}]*\\}").matcher(System.getenv("HEADWIND_REQUESTS")).results().forEach(match -> {
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
