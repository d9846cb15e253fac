// Package search asks a search service, and gives up after a time limit.
package search

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/url"
	"time"
)

// ErrTooSlow says that the service did not answer within the time limit.
var ErrTooSlow = errors.New("the search takes too long")

func address(query string) string {
	return "http://search.example/search.json?rpp=100&q=" + url.QueryEscape(query)
}

// ForgetfulSearch has a bug: after the time limit it does not wait any more, but the request goes on.
func ForgetfulSearch(query string, limit time.Duration) ([]byte, error) {
	type answer struct {
		body []byte
		err  error
	}
	answers := make(chan answer, 1)
	go func() {
		response, err := http.Get(address(query))
		if err != nil {
			answers <- answer{nil, err}
			return
		}
		defer response.Body.Close()
		body, err := io.ReadAll(response.Body)
		answers <- answer{body, err}
	}()
	select {
	case answer := <-answers:
		return answer.body, answer.err
	case <-time.After(limit):
		return nil, ErrTooSlow
	}
}

// Search cancels the request after the time limit.
func Search(query string, limit time.Duration) ([]byte, error) {
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address(query), nil)
	if err != nil {
		return nil, err
	}
	response, err := http.DefaultClient.Do(request)
	if err == nil {
		defer response.Body.Close()
		var body []byte
		if body, err = io.ReadAll(response.Body); err == nil {
			return body, nil
		}
	}
	if errors.Is(err, context.DeadlineExceeded) {
		err = ErrTooSlow
	}
	return nil, err
}
