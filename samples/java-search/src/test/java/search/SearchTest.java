package search;

import static org.junit.jupiter.api.Assertions.*;

import headwind.junit.Exchange;
import headwind.junit.Link;
import headwind.junit.Profile;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

class SearchTest {
  private final Search client = System.getenv("SEARCH_BUG") != null ? new ForgetfulSearch() : new CancellingSearch();

  @Test
  @Profile("Wi-Fi")
  void findsWhatIsAskedFor(Link link) throws Exception {
    assertTrue(client.search("apple", Duration.ofSeconds(20)).contains("results"));
    assertEquals(List.of("complete"), link.exchanges().stream().map(Exchange::outcome).toList());
  }

  @Test
  @Profile("Slow Net")
  void aSearchThatTakesTooLongIsEnded(Link link) {
    assertThrows(TimeoutException.class, () -> client.search("pear", Duration.ofSeconds(3)));
    assertTrue(link.allClosed(Duration.ofSeconds(1)), link::describe);
  }
}
