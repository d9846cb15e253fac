package search;

import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Cancels the request after the time limit. */
public final class CancellingSearch implements Search {
  @Override
  public String search(String query, Duration limit) throws InterruptedException, ExecutionException, TimeoutException {
    var response = CLIENT.sendAsync(Search.request(query), BodyHandlers.ofString());
    try {
      return response.get(limit.toMillis(), TimeUnit.MILLISECONDS).body();
    } finally {
      // Does nothing if the response is complete.
      response.cancel(true);
    }
  }
}
