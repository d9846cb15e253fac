package search;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;

/** Asks a search service, and gives up after a time limit. */
public interface Search {
  String search(String query, Duration limit) throws InterruptedException, ExecutionException, TimeoutException;

  HttpClient CLIENT = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  static HttpRequest request(String query) {
    return HttpRequest.newBuilder(URI.create("http://search.example/search.json?rpp=100&q=" + query)).build();
  }
}
