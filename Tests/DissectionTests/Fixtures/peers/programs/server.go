// A server of Go's net/http on port 8443 that logs its secrets to KEYS, and to LOG what it was asked and answered:
// METHOD PATH STATUS SHA-256 of the body. Usage: server KEYS LOG
package main

import (
	"crypto/sha256"
	"crypto/tls"
	"fmt"
	"io"
	"net/http"
	"os"
)

func main() {
	keys, _ := os.OpenFile(os.Args[1], os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	log, _ := os.OpenFile(os.Args[2], os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	large, _ := os.ReadFile("files/large.txt")
	handler := func(writer http.ResponseWriter, request *http.Request) {
		body, _ := io.ReadAll(request.Body)
		status := 200
		switch request.URL.Path {
		case "/large.txt":
			body = large
		case "/echo":
		case "/none":
			status, body = 404, []byte("none\n")
		default:
			body = []byte("hello from go\n")
		}
		writer.Header().Set("Trailer", "X-Sum")
		writer.WriteHeader(status)
		for place := 0; place < len(body); place += 5000 {
			end := place + 5000
			if end > len(body) {
				end = len(body)
			}
			writer.Write(body[place:end])
			writer.(http.Flusher).Flush()
		}
		writer.Header().Set("X-Sum", "the end")
		fmt.Fprintf(log, "%s %s %d %x\n", request.Method, request.URL, status, sha256.Sum256(body))
	}
	server := &http.Server{
		Addr: "127.0.0.1:8443", Handler: http.HandlerFunc(handler), TLSConfig: &tls.Config{KeyLogWriter: keys},
	}
	fmt.Println("ready")
	fmt.Println(server.ListenAndServeTLS("chain.pem", "leaf.key"))
}
