package search;

import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Has a bug: after the time limit nobody waits any more, but the request goes on. */
public final class ForgetfulSearch implements Search {
  @Override
  public String search(String query, Duration limit) throws InterruptedException, ExecutionException, TimeoutException {
    return CLIENT.sendAsync(Search.request(query), BodyHandlers.ofString())
        .get(limit.toMillis(), TimeUnit.MILLISECONDS).body();
  }
}
