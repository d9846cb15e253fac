import java.io.IOException;
import java.net.CookieManager;
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
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/**
 * java.net.http.HttpClient, as its documentation shows it: a client with connectTimeout, requests with timeout, sendAsync,
 * whose future is cancelled by a line on standard input.
 */
public final class HeadwindClient {
  public static void main(String[] words) throws Exception {
    Duration deadline = Contract.deadline();
    HttpClient.Builder builder = HttpClient.newBuilder().connectTimeout(deadline);
    if (Contract.isFamily("cookies")) {
      builder.cookieHandler(new CookieManager()).followRedirects(HttpClient.Redirect.NORMAL);
    }
    TrustManagerFactory trust = Contract.trust();
    if (trust != null) {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, trust.getTrustManagers(), null);
      builder.sslContext(context);
    }
    HttpClient client = builder.build();

    List<CompletableFuture<Boolean>> running = new ArrayList<>();
    Thread reader = new Thread(() -> Contract.cancelOnLine(() -> {
      synchronized (running) {
        running.forEach(future -> future.cancel(true));
      }
    }));
    reader.setDaemon(true);
    reader.start();
    System.out.println("cancel: stdin");
    boolean isWhole = true;
    for (Contract.Asked asked : Contract.requests()) {
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
    // A program that lives on after a cancel, so that what the library leaves alive is seen. Headwind ends its standard input.
    if (Contract.isCancelled()) {
      System.out.println("cancelled");
      reader.join();
    }
    System.exit(isWhole && !Contract.isCancelled() ? 0 : 1);
  }

  private static HttpRequest request(Contract.Asked asked, Duration deadline) throws IOException {
    // "If the response is not received within the specified timeout then an HttpTimeoutException is thrown."
    URI url = URI.create(asked.url());
    HttpRequest.Builder builder = HttpRequest.newBuilder(url).timeout(deadline);
    if (url.getUserInfo() != null) {
      String pair = Base64.getEncoder().encodeToString(url.getUserInfo().getBytes());
      builder = HttpRequest.newBuilder(URI.create(asked.url().replace(url.getRawUserInfo() + "@", ""))).timeout(deadline)
          .header("Authorization", "Basic " + pair);
    }
    if (asked.accept() != null) builder.header("Accept", asked.accept());
    return builder.method(asked.method(),
            asked.body() == null ? BodyPublishers.noBody() : BodyPublishers.ofFile(Path.of(asked.body())))
        .build();
  }

  /** Whether a response is in the media type that the caller can use, which is the caller's business. */
  private static boolean isUsable(Contract.Asked asked, HttpHeaders fields) {
    String got = fields.firstValue("Content-Type").map(value -> value.split(";")[0].trim()).orElse(null);
    return asked.accept() == null || got == null || got.equalsIgnoreCase(asked.accept());
  }

  /** Moves the file to its name once it is whole. To cancel what is returned cancels the exchange. */
  private static CompletableFuture<Boolean> told(Contract.Asked asked, CompletableFuture<HttpResponse<Path>> sent) {
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
}
