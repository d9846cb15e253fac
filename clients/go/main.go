// Go's net/http, as its documentation shows it: an http.Client with a Timeout, requests with a context, which a line on
// standard input cancels. What to do comes in variables, how it went is the exit status (docs/scenarios.md).
package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/cookiejar"
	"os"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

const families = " connect tls dns he head expect body upload reuse pool cancel retry redirect link portal wait report proxy coding cookies cache h2 "

type asked struct {
	Method, URL, Body, Output, Accept string
	After                             float64
	Together                          bool
}

func main() {
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
	// "Timeout includes connection time, any redirects, and reading the response body."
	client := &http.Client{Timeout: time.Duration(deadline) * time.Second}
	if family == "cookies" {
		client.Jar, _ = cookiejar.New(nil)
	}
	failed := performAll(ctx, client, requests)
	if ctx.Err() != nil {
		// A program that lives on after a cancel, so that what the library leaves alive is seen. Headwind ends its standard input.
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
	// The caller's business, as a decoder of JSON would find it.
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
