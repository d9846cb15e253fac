import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.WebSocket;
import java.io.FileInputStream;
import java.nio.ByteBuffer;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** Requests and a WebSocket of java.net.http, to a server that logs them. Usage: java Client.java BASE */
public final class Client {
  public static void main(String[] words) throws Exception {
    KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
    store.load(null, null);
    try (FileInputStream file = new FileInputStream("authority.pem")) {
      store.setCertificateEntry("authority", CertificateFactory.getInstance("X.509").generateCertificate(file));
    }
    TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(store);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, trust.getTrustManagers(), null);
    HttpClient client = HttpClient.newBuilder().sslContext(context).build();
    String base = words[0];
    ask(client, HttpRequest.newBuilder(URI.create(base + "/data.json")).build()).join();
    CompletableFuture.allOf(List.of("/large.txt", "/none", "/", "/events").stream()
        .map(path -> ask(client, HttpRequest.newBuilder(URI.create(base + path)).build()))
        .toArray(CompletableFuture[]::new)).join();
    ask(client, HttpRequest.newBuilder(URI.create(base + "/echo"))
        .POST(BodyPublishers.ofByteArray(new byte[30000])).build()).join();
    // Of HTTP/1.1: this client has no WebSockets over HTTP/2.
    CompletableFuture<Void> closed = new CompletableFuture<>();
    WebSocket socket = client.newWebSocketBuilder().buildAsync(
        URI.create(base.replace("https", "wss") + "/socket"), new WebSocket.Listener() {
          @Override public CompletionStage<?> onClose(WebSocket socket, int code, String reason) {
            closed.complete(null);
            return null;
          }
        }).join();
    socket.sendText("from java", true).join();
    socket.sendBinary(ByteBuffer.wrap(new byte[200]), true).join();
    Thread.sleep(100);
    socket.sendClose(WebSocket.NORMAL_CLOSURE, "enough").join();
    closed.join();
  }

  private static CompletableFuture<?> ask(HttpClient client, HttpRequest request) {
    return client.sendAsync(request, BodyHandlers.ofByteArray());
  }
}
