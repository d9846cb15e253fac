// Package headwindtest runs tests on a bad network, with Headwind.
//
// Run the tests on a link: headwind run -- go test ./...
package headwindtest

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// How long other tests may hold the link before a test gives up.
const turn = time.Hour

// TestLink is the link of a test. Its methods end the test if the link refuses a request or is gone.
type TestLink struct {
	t       testing.TB
	control *control
	// The number of the mark that the test began with.
	mark string
}

// Tests of this process that hold the link, or wait for it, by name.
var holders sync.Map

// Link returns the link that the tests run on. The test has it alone, and sees nothing that happened before. At the end of the test, the
// link is as it was.
//
// Without a link, the test fails; or it is skipped, if the environment variable HEADWIND_LINK_MISSING is "skip".
func Link(t testing.TB) *TestLink {
	t.Helper()
	// The go command repeats the result of a test whose environment variables are as they were, as far as the test has read them. This
	// one is new in each run, also on a standing link whose profile was switched.
	_ = os.Getenv("HEADWIND_RUN_ID")
	if os.Getenv("HEADWIND_CONTROL") == "" {
		reason := "this test needs a link, and HEADWIND_CONTROL is not set; " + howToRun
		if os.Getenv("HEADWIND_LINK_MISSING") == "skip" {
			t.Skip(reason)
		}
		t.Fatal(reason)
	}
	// A subtest that waited for its parent's turn would wait forever.
	for name := t.Name(); name != ""; name = parent(name) {
		if _, holds := holders.Load(name); holds {
			t.Fatalf("%s has the link already: pass it on to its subtests", name)
		}
	}
	holders.Store(t.Name(), true)
	t.Cleanup(func() { holders.Delete(t.Name()) })
	control, err := dial()
	if err != nil {
		t.Fatal(err)
	}
	link := &TestLink{t: t, control: control}
	t.Cleanup(control.close)
	link.asking(turn, "hold within "+duration(turn))
	before := link.Status()
	link.mark = first(link.ask("mark "+t.Name()), "mark")
	if link.mark == "" {
		t.Fatal("the link was created by another version of Headwind, which does not number its marks")
	}
	t.Cleanup(func() {
		if t.Failed() {
			link.keep()
		}
		link.restore(before)
	})
	return link
}

// parent returns the name of the test that a subtest belongs to, or "".
func parent(name string) string {
	end := strings.LastIndexByte(name, '/')
	if end < 0 {
		return ""
	}
	return name[:end]
}

// Switch puts a profile in force, given by its name or the path of a file. It also heals a cut.
func (l *TestLink) Switch(profile string) { l.t.Helper(); l.ask("switch " + profile) }

// SwitchQueued puts a profile in force. queued says what happens to the packets that wait for the bandwidth: "keep",
// "rerate" (they are sent at the new bandwidth) or "drop".
func (l *TestLink) SwitchQueued(profile, queued string) {
	l.t.Helper()
	l.ask("switch " + profile + " queued " + queued)
}

// A Moment is when a profile of Then comes into force: see When and After.
type Moment struct{ words string }

// When is the moment at which an event is seen on the wire: "syn", "request", "request-sent", "response-started", "4 KB down",
// `http "GET /search*"`, "idle 1 s".
func When(event string) Moment { return Moment{"when " + event} }

// After is the moment at which this time has passed.
func After(d time.Duration) Moment { return Moment{"after " + duration(d)} }

// Then lets a profile follow, or "rebind", "link-down" or "link-up".
func (l *TestLink) Then(profile string, moment Moment) {
	l.t.Helper()
	l.ask("then " + profile + " " + moment.words)
}

// ThenFor is Then for a limited time, after which what was in force comes back.
func (l *TestLink) ThenFor(profile string, moment Moment, lasting time.Duration) {
	l.t.Helper()
	l.ask("then " + profile + " " + moment.words + " for " + duration(lasting))
}

// Cut drops all packets, in both directions, until Heal or Switch.
func (l *TestLink) Cut() { l.t.Helper(); l.ask("cut") }

// Heal undoes a cut.
func (l *TestLink) Heal() { l.t.Helper(); l.ask("heal") }

// Rebind maps each of the client's ports to another one, like a NAT that has lost its mappings.
func (l *TestLink) Rebind() { l.t.Helper(); l.ask("rebind") }

// TakeDown takes the carrier of the client's interface away.
func (l *TestLink) TakeDown() { l.t.Helper(); l.ask("link-down") }

// TakeUp gives the carrier back.
func (l *TestLink) TakeUp() { l.t.Helper(); l.ask("link-up") }

// Reset restores the state in which the link was created.
func (l *TestLink) Reset() { l.t.Helper(); l.ask("reset") }

// Mark writes a text into the capture and the timeline.
func (l *TestLink) Mark(text string) { l.t.Helper(); l.ask("mark " + text) }

// Profile returns the name of the profile in force.
func (l *TestLink) Profile() string { l.t.Helper(); return l.Status()["profile"] }

// IsCut says whether the link is cut.
func (l *TestLink) IsCut() bool { l.t.Helper(); return l.Status()["state"] == "cut" }

// Status returns what the link says of itself.
func (l *TestLink) Status() map[string]string {
	l.t.Helper()
	status := map[string]string{}
	for _, v := range l.ask("status") {
		status[v.name] = v.text
	}
	return status
}

// Connections returns the TCP connections that were opened since the test began, or on which the client sent something.
func (l *TestLink) Connections() Connections {
	l.t.Helper()
	return objects[Connection](l, "connections", "connection")
}

// Exchanges returns the HTTP exchanges that began since the test began.
func (l *TestLink) Exchanges() []Exchange {
	l.t.Helper()
	return objects[Exchange](l, "exchanges", "exchange")
}

// Outcomes returns the outcome of each exchange.
func (l *TestLink) Outcomes() []string {
	l.t.Helper()
	outcomes := []string{}
	for _, exchange := range l.Exchanges() {
		outcomes = append(outcomes, exchange.Outcome)
	}
	return outcomes
}

// Traffic counts the packets since the test began.
func (l *TestLink) Traffic() Traffic {
	l.t.Helper()
	values := l.observe("traffic")
	count := func(name string) int {
		number, _ := strconv.Atoi(first(values, name))
		return number
	}
	return Traffic{count("sent-packets"), count("sent-bytes"), count("received-packets"), count("received-bytes")}
}

// Timeline returns what happened on the wire and to the link, one line per event.
func (l *TestLink) Timeline() []string {
	l.t.Helper()
	var events []string
	for _, v := range l.observe("timeline") {
		if v.name == "event" {
			events = append(events, v.text)
		}
	}
	return events
}

// Sees waits until an event is seen on the wire, and says whether it was. What was seen since the test began counts.
// Other goroutines can use the link meanwhile.
func (l *TestLink) Sees(event string, within time.Duration) bool {
	l.t.Helper()
	control, err := dial()
	if err != nil {
		l.t.Fatal(err)
	}
	defer control.close()
	values, err := control.ask(within, "wait %s since %s within %s", event, l.mark, duration(within))
	if err != nil {
		l.t.Fatal(err)
	}
	return first(values, "met") == "true"
}

// AllClosed waits until the client has closed all connections of the test, or the server has reset them. It says whether that happened
// in time. If there are no connections, all are closed.
func (l *TestLink) AllClosed(within time.Duration) bool {
	l.t.Helper()
	return l.Sees("closed", within)
}

// Capture writes the packets since the test began to a pcapng file.
func (l *TestLink) Capture(path string) {
	l.t.Helper()
	absolute, err := filepath.Abs(path)
	if err != nil {
		l.t.Fatal(err)
	}
	l.observe("capture " + absolute)
}

func (l *TestLink) ask(request string) []value {
	l.t.Helper()
	return l.asking(0, request)
}

func (l *TestLink) asking(taking time.Duration, request string) []value {
	l.t.Helper()
	values, err := l.control.ask(taking, "%s", request)
	if err != nil {
		l.t.Fatal(err)
	}
	return values
}

func (l *TestLink) observe(question string) []value {
	l.t.Helper()
	return l.ask(question + " since " + l.mark)
}

func objects[T any](l *TestLink, question, name string) []T {
	l.t.Helper()
	var found []T
	for _, v := range l.observe(question) {
		if v.name != name {
			continue
		}
		var object T
		if err := json.Unmarshal([]byte(v.text), &object); err != nil {
			l.t.Fatalf("the link's answer %q: %v", v.text, err)
		}
		found = append(found, object)
	}
	return found
}

// restore puts the conditions of an earlier status in force again.
func (l *TestLink) restore(status map[string]string) {
	l.Reset()
	if l.Profile() != status["profile"] {
		l.Switch(status["profile"])
	}
	if status["state"] == "cut" {
		l.Cut()
	}
}

var unsafeName = regexp.MustCompile(`[^\w.,=-]+`)

// keep writes the packets and the timeline of a test that failed, and says where.
func (l *TestLink) keep() {
	folder := os.Getenv("HEADWIND_CAPTURES")
	if folder == "" {
		folder = "headwind-captures"
	}
	folder, err := filepath.Abs(folder)
	if err == nil {
		err = os.MkdirAll(folder, 0o777)
	}
	name := unsafeName.ReplaceAllString(l.t.Name(), "-")
	if len(name) > 150 {
		name = name[:150]
	}
	path := filepath.Join(folder, name)
	timeline := strings.Join(l.Timeline(), "\n")
	if err == nil {
		err = os.WriteFile(path+".txt", []byte(timeline+"\n"), 0o666)
	}
	if err != nil {
		l.t.Logf("the packets of the test cannot be kept: %v", err)
		return
	}
	l.Capture(path + ".pcapng")
	l.t.Logf("packets: %s.pcapng\ntimeline: %s.txt\n%s", path, path, timeline)
}
