package headwindtest

import (
	"bufio"
	"errors"
	"fmt"
	"net"
	"os"
	"strings"
	"time"
)

const howToRun = "run the tests like this: headwind run -- go test ./..."

// The link has this long for an answer, besides the time that the request itself takes.
const patience = 30 * time.Second

// value is one line of an answer.
type value struct{ name, text string }

// control is one connection to the link's control socket. docs/control.md of Headwind describes the protocol.
type control struct {
	connection net.Conn
	lines      *bufio.Reader
}

func dial() (*control, error) {
	address := os.Getenv("HEADWIND_CONTROL")
	if !strings.HasPrefix(address, "@") {
		return nil, fmt.Errorf("HEADWIND_CONTROL is %q, which is not the address of a control socket; %s", address, howToRun)
	}
	// Go writes the names of abstract sockets with "@", as HEADWIND_CONTROL does.
	connection, err := net.Dial("unix", address)
	if err != nil {
		return nil, fmt.Errorf("cannot reach the link at %s: %w; %s", address, err, howToRun)
	}
	return &control{connection, bufio.NewReader(connection)}, nil
}

// ask sends a request and returns the lines of its answer. The link may take the time given, besides.
func (c *control) ask(taking time.Duration, format string, arguments ...any) ([]value, error) {
	request := strings.NewReplacer("\r", " ", "\n", " ").Replace(fmt.Sprintf(format, arguments...))
	if err := c.connection.SetDeadline(time.Now().Add(taking + patience)); err != nil {
		return nil, err
	}
	if _, err := fmt.Fprintln(c.connection, request); err != nil {
		return nil, fmt.Errorf("the link was taken down: %w", err)
	}
	var values []value
	for {
		line, err := c.lines.ReadString('\n')
		if errors.Is(err, os.ErrDeadlineExceeded) {
			return nil, errors.New("the link does not answer")
		} else if err != nil {
			return nil, fmt.Errorf("the link was taken down: %w", err)
		}
		line = strings.TrimSuffix(line, "\n")
		if line == "ok" {
			return values, nil
		}
		name, text, _ := strings.Cut(line, ": ")
		if name == "error" {
			return nil, fmt.Errorf("the link refuses %q: %s", request, text)
		}
		values = append(values, value{name, text})
	}
}

func (c *control) close() { c.connection.Close() }

func first(values []value, name string) string {
	for _, v := range values {
		if v.name == name {
			return v.text
		}
	}
	return ""
}

// duration writes a time as the control protocol reads it.
func duration(d time.Duration) string {
	if d < 0 {
		d = 0
	}
	return fmt.Sprintf("%d us", d.Microseconds())
}
