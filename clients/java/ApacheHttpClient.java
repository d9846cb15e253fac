import java.net.URI;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hc.client5.http.classic.methods.HttpUriRequestBase;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.io.entity.FileEntity;
import org.apache.hc.core5.util.Timeout;

/**
 * Apache HttpClient 5, as its documentation shows it: a client with a connection manager, timeouts for connecting, for the response and
 * for the socket; execute with a handler; request.cancel(). It has no timeout for all of it.
 */
public final class ApacheHttpClient {
  private static final Set<HttpUriRequestBase> running = ConcurrentHashMap.newKeySet();

  public static void main(String[] words) throws Exception {
    Timeout deadline = Timeout.of(Contract.deadline());
    var connections = PoolingHttpClientConnectionManagerBuilder.create()
        .setDefaultConnectionConfig(ConnectionConfig.custom().setConnectTimeout(deadline).setSocketTimeout(deadline).build())
        .build();
    var timeouts = RequestConfig.custom().setConnectionRequestTimeout(deadline).setResponseTimeout(deadline).build();
    CloseableHttpClient client =
        HttpClients.custom().setConnectionManager(connections).setDefaultRequestConfig(timeouts).build();
    Contract.run(asked -> perform(client, asked), () -> running.forEach(HttpUriRequestBase::cancel));
  }

  private static void perform(CloseableHttpClient client, Contract.Asked asked) throws Exception {
    URI url = URI.create(asked.url());
    // It refuses a URL with a user and a password.
    HttpUriRequestBase request =
        new HttpUriRequestBase(asked.method(), URI.create(asked.url().replace(url.getRawUserInfo() + "@", "")));
    if (url.getUserInfo() != null) {
      request.setHeader("Authorization", "Basic " + Base64.getEncoder().encodeToString(url.getUserInfo().getBytes()));
    }
    if (asked.accept() != null) request.setHeader("Accept", asked.accept());
    if (asked.body() != null) {
      request.setEntity(new FileEntity(Path.of(asked.body()).toFile(), ContentType.APPLICATION_OCTET_STREAM));
    }
    running.add(request);
    try {
      client.execute(request, response -> {
        var type = response.getFirstHeader("Content-Type");
        Contract.check(asked, response.getCode(), type == null ? null : type.getValue());
        Contract.save(asked, response.getEntity().getContent());
        return null;
      });
    } finally {
      running.remove(request);
    }
  }
}
