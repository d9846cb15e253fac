// An adapter for 'headwind test': it makes the requests of a scenario with your HTTP client.
//
// Replace perform by your own client, and keep the rest, which is the contract: what to do comes in environment variables, how it
// went is the exit status.
package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// The families of scenarios that this client knows: those of the standard suite. Add the families of your own suites.
const families = " connect tls dns he head expect body upload reuse pool cancel retry redirect link portal wait report proxy coding cookies cache "

type asked struct {
	Method, URL, Body, Output, Accept string
	After                             float64
	Together                          bool
}

func main() {
	// Headwind first asks for a scenario that does not exist. 127 means: I do not know this one.
	family, _, _ := strings.Cut(os.Getenv("HEADWIND_SCENARIO"), ".")
	if family == "" || !strings.Contains(families, " "+family+" ") {
		os.Exit(127)
	}
	var requests []asked
	if err := json.Unmarshal([]byte(os.Getenv("HEADWIND_REQUESTS")), &requests); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	deadline, _ := strconv.Atoi(os.Getenv("HEADWIND_DEADLINE"))
	// Headwind says when to cancel by a line on standard input. A client that cannot cancel leaves this out, and gets SIGINT.
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
			if lines.Text() == "cancel" {
				cancel()
			}
		}
	}()
	fmt.Println("cancel: stdin")
	// Your client: one for all requests, with the deadline as its own timeout. A timer around it would hide what it does.
	client := &http.Client{Timeout: time.Duration(deadline) * time.Second}
	failed := performAll(ctx, client, requests)
	if ctx.Err() != nil {
		// Live on after a cancel, so that what the library leaves alive is seen. Headwind ends standard input.
		fmt.Println("cancelled")
		<-ended
		failed = true
	}
	if failed {
		os.Exit(1)
	}
}

// performAll makes the requests in their order, or at once where they are asked for together.
func performAll(ctx context.Context, client *http.Client, requests []asked) bool {
	var running sync.WaitGroup
	var failures int32
	for _, request := range requests {
		if !request.Together {
			running.Wait()
			time.Sleep(time.Duration(request.After * float64(time.Second)))
		}
		running.Add(1)
		go func(request asked) {
			defer running.Done()
			if err := perform(ctx, client, request); err != nil {
				fmt.Fprintln(os.Stderr, err)
				atomic.AddInt32(&failures, 1)
			}
		}(request)
	}
	running.Wait()
	return failures > 0
}

// perform makes one request with your client. It returns an error unless the request succeeds as a whole. The output is there only
// once it is whole.
func perform(ctx context.Context, client *http.Client, asked asked) error {
	var body io.Reader
	if asked.Body != "" {
		content, err := os.ReadFile(asked.Body)
		if err != nil {
			return err
		}
		body = bytes.NewReader(content)
	}
	request, err := http.NewRequestWithContext(ctx, asked.Method, asked.URL, body)
	if err != nil {
		return err
	}
	if asked.Accept != "" {
		request.Header.Set("Accept", asked.Accept)
	}
	response, err := client.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	if response.StatusCode < 200 || response.StatusCode > 299 {
		return fmt.Errorf("%s: HTTP status %s", asked.URL, response.Status)
	}
	// Your business, as a decoder of JSON would find it.
	got, _, _ := strings.Cut(response.Header.Get("Content-Type"), ";")
	if got = strings.TrimSpace(got); asked.Accept != "" && got != "" && !strings.EqualFold(got, asked.Accept) {
		return fmt.Errorf("%s: the response is %s, not %s", asked.URL, got, asked.Accept)
	}
	partial := asked.Output + ".partial"
	defer os.Remove(partial)
	file, err := os.Create(partial)
	if err != nil {
		return err
	}
	defer file.Close()
	if _, err := io.Copy(file, &told{response.Body, 0, time.Now()}); err != nil {
		return err
	}
	return os.Rename(partial, asked.Output)
}

// told says each second how many bytes have been read.
type told struct {
	io.Reader
	count int
	last  time.Time
}

func (reader *told) Read(buffer []byte) (int, error) {
	count, err := reader.Reader.Read(buffer)
	reader.count += count
	if time.Since(reader.last) >= time.Second {
		reader.last = time.Now()
		fmt.Fprintln(os.Stderr, reader.count, "bytes")
	}
	return count, err
}
