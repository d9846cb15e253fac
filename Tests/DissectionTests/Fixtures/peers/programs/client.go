// Requests of Go's net/http, with the secrets in the file $SSLKEYLOGFILE. It writes to log what it asked and got:
// METHOD PATH STATUS SHA-256 of the body. Usage: client LOG BASE [tls12]
package main

import (
	"bytes"
	"crypto/sha256"
	"crypto/tls"
	"fmt"
	"io"
	"net/http"
	"os"
	"sync"
)

func main() {
	keys, _ := os.OpenFile(os.Getenv("SSLKEYLOGFILE"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	log, _ := os.OpenFile(os.Args[1], os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	base := os.Args[2]
	config := &tls.Config{KeyLogWriter: keys, InsecureSkipVerify: true}
	isOld := len(os.Args) > 3
	if isOld {
		config.MaxVersion = tls.VersionTLS12
	}
	client := &http.Client{Transport: &http.Transport{TLSClientConfig: config, ForceAttemptHTTP2: !isOld}}
	ask := func(method, path string, body []byte) {
		request, _ := http.NewRequest(method, base+path, bytes.NewReader(body))
		if body == nil {
			request.Body = nil
		}
		request.Header.Set("X-Peer", "go")
		response, err := client.Do(request)
		if err != nil {
			fmt.Println(err)
			os.Exit(1)
		}
		defer response.Body.Close()
		content, _ := io.ReadAll(response.Body)
		fmt.Fprintf(log, "%s %s %d %x\n", method, path, response.StatusCode, sha256.Sum256(content))
	}
	ask("GET", "/small.txt", nil)
	var wait sync.WaitGroup
	for _, path := range []string{"/large.txt", "/none", "/small.txt?a=1", "/large.txt?b=2"} {
		wait.Add(1)
		go func(path string) {
			ask("GET", path, nil)
			wait.Done()
		}(path)
	}
	wait.Wait()
	ask("HEAD", "/large.txt", nil)
	ask("POST", "/echo", bytes.Repeat([]byte("0123456789"), 3000))
}
