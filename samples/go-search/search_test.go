package search

import (
	"errors"
	"net/http"
	"os"
	"testing"
	"time"

	"headwindtest"
)

func search(query string, limit time.Duration) ([]byte, error) {
	if os.Getenv("SEARCH_BUG") != "" {
		return ForgetfulSearch(query, limit)
	}
	return Search(query, limit)
}

func TestFindsWhatIsAskedFor(t *testing.T) {
	link := headwindtest.Link(t)
	t.Cleanup(http.DefaultClient.CloseIdleConnections)
	link.Switch("Wi-Fi")
	body, err := search("apple", 20*time.Second)
	if err != nil || len(body) < 10_000 {
		t.Fatal(len(body), err)
	}
	if exchanges := link.Exchanges(); len(exchanges) != 1 || exchanges[0].Outcome != "complete" {
		t.Errorf("%+v", exchanges)
	}
}

func TestASearchThatTakesTooLongIsEnded(t *testing.T) {
	link := headwindtest.Link(t)
	link.Switch("Slow Net")
	if _, err := search("apple", 2*time.Second); !errors.Is(err, ErrTooSlow) {
		t.Fatal(err)
	}
	if !link.AllClosed(time.Second) {
		t.Error("the request lives on:", link.Connections().Open())
	}
}
