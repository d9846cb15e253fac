package headwindtest

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
)

// Instant is a time by the clock of captures. It is zero (IsZero) if the time is not known, or not known yet.
type Instant struct{ time.Time }

// UnmarshalJSON reads seconds since 1970, or null.
func (i *Instant) UnmarshalJSON(text []byte) error {
	if string(text) == "null" {
		*i = Instant{}
		return nil
	}
	seconds, err := strconv.ParseFloat(string(text), 64)
	if err != nil {
		return fmt.Errorf("%q is not a time: %w", text, err)
	}
	whole, part := math.Modf(seconds)
	*i = Instant{time.Unix(int64(whole), int64(part*1e9))}
	return nil
}

// Connection is a TCP connection, as the client's end of the link saw it.
type Connection struct {
	// Its number from 0, as tcp.stream in Wireshark.
	Stream int
	// "opening", "open", "closing", "closed" or "abandoned": the client has no socket for it any more.
	State string
	// Whether the client has finished with it.
	Over          bool
	ClientAddress string `json:"client_address"`
	ClientPort    int    `json:"client_port"`
	ServerAddress string `json:"server_address"`
	ServerPort    int    `json:"server_port"`
	SYNs          int    `json:"syns"`
	Opened        Instant
	Connected     Instant
	FirstSent     Instant `json:"first_sent"`
	LastSent      Instant `json:"last_sent"`
	FirstReceived Instant `json:"first_received"`
	Last          Instant
	SentBytes     int `json:"sent_bytes"`
	ReceivedBytes int `json:"received_bytes"`
	// "fin", "rst", or "" if this end has not closed it.
	ClientEnd   string  `json:"client_end"`
	ClientEnded Instant `json:"client_ended"`
	ServerEnd   string  `json:"server_end"`
	ServerEnded Instant `json:"server_ended"`
}

// Connections are those of a test, in the order of their first packets.
type Connections []Connection

// Open returns those that the client has not closed.
func (c Connections) Open() Connections {
	var open Connections
	for _, connection := range c {
		if !connection.Over {
			open = append(open, connection)
		}
	}
	return open
}

// SYNs counts how often the client asked for a connection.
func (c Connections) SYNs() int {
	count := 0
	for _, connection := range c {
		count += connection.SYNs
	}
	return count
}

// String describes them for the message of a test that fails.
func (c Connections) String() string {
	if len(c) == 0 {
		return "no connections"
	}
	var words []string
	for _, x := range c {
		words = append(words, fmt.Sprintf("connection %d to %s port %d, %s, %d bytes sent, %d received",
			x.Stream, x.ServerAddress, x.ServerPort, x.State, x.SentBytes, x.ReceivedBytes))
	}
	return strings.Join(words, "; ")
}

// Exchange is an HTTP request and what came of it.
type Exchange struct {
	Number  int
	Stream  int
	Method  string
	Target  string
	URL     string
	Status  int
	Version string
	// The version of TLS, such as "TLS 1.3"; "" in the clear.
	TLS string
	// Its stream in HTTP/2.
	HTTP2Stream *int `json:"http2_stream"`
	// Its stream of QUIC in HTTP/3.
	HTTP3Stream *int `json:"http3_stream"`
	// "complete", "open", "abandoned", "unanswered" ...: the words of docs/exports.md.
	Outcome         string
	Began           Instant
	RequestSent     Instant `json:"request_sent"`
	ResponseStarted Instant `json:"response_started"`
	Ended           Instant
	RequestBytes    *int `json:"request_bytes"`
	ResponseBytes   *int `json:"response_bytes"`
}

// Traffic counts the packets that the client sent and received, and their bytes.
type Traffic struct {
	SentPackets, SentBytes, ReceivedPackets, ReceivedBytes int
}
