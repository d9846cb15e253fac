import java.net.CookieManager;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import okhttp3.Call;
import okhttp3.Credentials;
import okhttp3.HttpUrl;
import okhttp3.JavaNetCookieJar;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;

/** OkHttp, as its documentation shows it: one client with a call timeout, synchronous calls, call.cancel(). */
public final class OkHttp {
  /** The dispatcher forgets a synchronous call once its head has arrived, so dispatcher().cancelAll() would leave the bodies. */
  private static final Set<Call> running = ConcurrentHashMap.newKeySet();

  public static void main(String[] words) throws Exception {
    Duration deadline = Contract.deadline();
    OkHttpClient.Builder builder = new OkHttpClient.Builder().callTimeout(deadline);
    if (Contract.isFamily("cookies")) builder.cookieJar(new JavaNetCookieJar(new CookieManager()));
    OkHttpClient client = builder.build();
    Contract.run(asked -> perform(client, asked), () -> running.forEach(Call::cancel));
  }

  private static void perform(OkHttpClient client, Contract.Asked asked) throws Exception {
    HttpUrl url = HttpUrl.get(asked.url());
    Request.Builder request = new Request.Builder().url(url)
        .method(asked.method(), asked.body() == null ? empty(asked) : RequestBody.create(null, Path.of(asked.body()).toFile()));
    if (!url.username().isEmpty()) request.header("Authorization", Credentials.basic(url.username(), url.password()));
    if (asked.accept() != null) request.header("Accept", asked.accept());
    Call call = client.newCall(request.build());
    running.add(call);
    try (Response response = call.execute()) {
      Contract.check(asked, response.code(), response.header("Content-Type"));
      Contract.save(asked, response.body().byteStream());
    } finally {
      running.remove(call);
    }
  }

  /** OkHttp demands a body where the method has one. */
  private static RequestBody empty(Contract.Asked asked) {
    return asked.method().matches("POST|PUT|PATCH") ? RequestBody.create(null, new byte[0]) : null;
  }
}
