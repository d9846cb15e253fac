package headwindtest

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"
)

func get(path string, timeout time.Duration) (int, error) {
	client := http.Client{Timeout: timeout, Transport: &http.Transport{DisableKeepAlives: true}}
	response, err := client.Get("http://search.example" + path)
	if err != nil {
		return 0, err
	}
	defer response.Body.Close()
	_, err = io.Copy(io.Discard, response.Body)
	return response.StatusCode, err
}

func TestAnExchangeIsSeen(t *testing.T) {
	link := Link(t)
	link.Switch("Wi-Fi")
	if status, err := get("/status/200", 20*time.Second); status != 200 {
		t.Fatal(status, err)
	}
	if !link.AllClosed(5 * time.Second) {
		t.Error(link.Connections())
	}
	exchanges := link.Exchanges()
	if len(exchanges) != 1 || exchanges[0].Target != "/status/200" || exchanges[0].Status != 200 || exchanges[0].Outcome != "complete" {
		t.Fatalf("%+v", exchanges)
	}
	var connected Connection
	for _, c := range link.Connections() {
		if !c.Connected.IsZero() {
			connected = c
		}
	}
	if connected.ServerPort != 80 || connected.ClientEnd != "fin" || !connected.Opened.Before(connected.Connected.Time) ||
		time.Since(connected.Opened.Time) > time.Minute {
		t.Errorf("%+v", connected)
	}
	if traffic := link.Traffic(); traffic.SentPackets < 4 || traffic.ReceivedBytes == 0 {
		t.Errorf("%+v", traffic)
	}
	if !strings.Contains(strings.Join(link.Timeline(), "\n"), "GET http://search.example/status/200") {
		t.Error(link.Timeline())
	}
}

func TestTheNextTestBeginsAnew(t *testing.T) {
	link := Link(t)
	if link.Profile() != "Clean" || len(link.Connections()) != 0 {
		t.Error(link.Profile(), link.Connections())
	}
}

func TestALinkIsChanged(t *testing.T) {
	link := Link(t)
	link.Switch("Slow Net")
	link.Then("Black Hole", When("response-started"))
	if _, err := get("/search.json?rpp=100&q=apple", 2*time.Second); err == nil {
		t.Error("a response crossed a black hole")
	}
	if link.Profile() != "Black Hole" || !link.Sees("response-started", 0) || !link.AllClosed(2*time.Second) {
		t.Error(link.Profile(), link.Timeline())
	}
	if outcomes := fmt.Sprint(link.Outcomes()); outcomes != "[abandoned]" {
		t.Error(outcomes)
	}
	link.Switch("Wi-Fi")
	link.ThenFor("link-down", After(50*time.Millisecond), 200*time.Millisecond)
	time.Sleep(500 * time.Millisecond)
	link.Rebind()
	link.Mark("changed")
	link.TakeDown()
	if connection, err := net.DialTimeout("tcp", "10.83.0.1:80", 200*time.Millisecond); err == nil {
		connection.Close()
		t.Error("connected without a carrier")
	}
	link.TakeUp()
	link.Cut()
	if !link.IsCut() {
		t.Error(link.Status())
	}
	link.Heal()
	words := strings.Join(link.Timeline(), "\n")
	for _, word := range []string{"link-up", "rebind", "mark: changed"} {
		if !strings.Contains(words, word) {
			t.Errorf("no %q in %s", word, words)
		}
	}
}

// What is said where something is wrong: the tests below that have no link, a link that is gone, and so on, run in a process of their own.
func TestFailuresSayWhatToDo(t *testing.T) {
	cases := []struct {
		name, run, want string
		environment     []string
		fails           bool
	}{
		{"without a link", "TestTheNextTestBeginsAnew", "headwind run -- go test", []string{"HEADWIND_CONTROL="}, true},
		{"without a link, not demanded", "TestTheNextTestBeginsAnew", "headwind run -- go test",
			[]string{"HEADWIND_CONTROL=", "HEADWIND_LINK_MISSING=skip"}, false},
		{"a link that is gone", "TestTheNextTestBeginsAnew", "cannot reach the link at @headwind.nobody.here",
			[]string{"HEADWIND_CONTROL=@headwind.nobody.here"}, true},
		{"no such profile", "TestExample/profile", "there is no profile or timeline 'No Such Net'", []string{"HEADWIND_EXAMPLE=1"}, true},
		{"twice", "TestExample/twice", "pass it on to its subtests", []string{"HEADWIND_EXAMPLE=1"}, true},
		{"a failure", "TestExample/failure", "packets: ", []string{"HEADWIND_EXAMPLE=1"}, true},
	}
	if os.Getenv("HEADWIND_CONTROL") == "" {
		t.Skip("this test needs a link; " + howToRun)
	}
	for _, example := range cases {
		t.Run(example.name, func(t *testing.T) {
			captures := t.TempDir()
			command := exec.Command(os.Args[0], "-test.run", "^"+strings.ReplaceAll(example.run, "/", "$/^")+"$", "-test.v")
			command.Env = append(append(os.Environ(), "HEADWIND_CAPTURES="+captures), example.environment...)
			output, err := command.CombinedOutput()
			if (err != nil) != example.fails || !strings.Contains(string(output), example.want) {
				t.Errorf("%v: %s", err, output)
			}
			kept, _ := os.ReadDir(captures)
			if example.name == "a failure" && len(kept) != 2 {
				t.Errorf("kept %v: %s", kept, output)
			}
		})
	}
}

// Tests that fail, for TestFailuresSayWhatToDo.
func TestExample(t *testing.T) {
	if os.Getenv("HEADWIND_EXAMPLE") == "" {
		t.Skip("only as a part of TestFailuresSayWhatToDo")
	}
	t.Run("profile", func(t *testing.T) { Link(t).Switch("No Such Net") })
	t.Run("twice", func(t *testing.T) {
		Link(t)
		t.Run("inner", func(t *testing.T) { Link(t) })
	})
	t.Run("failure", func(t *testing.T) {
		link := Link(t)
		_, _ = get("/status/200", 10*time.Second)
		t.Error("not as expected: ", link.Connections())
	})
}
