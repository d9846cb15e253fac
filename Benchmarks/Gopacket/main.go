// Command gopacket counts the HTTP messages of a capture, and the bytes of their bodies, as Go programs do: gopacket's
// decoders, its tcpassembly, net/http on the streams that come out, and compress/gzip where a body says so.
// HeadwindBench runs it to compare with.
package main

import (
	"bufio"
	"compress/gzip"
	"fmt"
	"io"
	"net/http"
	"os"
	"sync"
	"sync/atomic"

	"github.com/google/gopacket"
	"github.com/google/gopacket/layers"
	"github.com/google/gopacket/pcapgo"
	"github.com/google/gopacket/tcpassembly"
	"github.com/google/gopacket/tcpassembly/tcpreader"
)

var (
	requests, responses, bytes int64
	readers                    sync.WaitGroup
)

type factory struct{}

func (factory) New(network, transport gopacket.Flow) tcpassembly.Stream {
	stream := tcpreader.NewReaderStream()
	readers.Add(1)
	go read(&stream)
	return &stream
}

// read counts the messages of one direction; its first bytes tell which messages these are.
func read(stream io.Reader) {
	defer readers.Done()
	buffer := bufio.NewReader(stream)
	start, _ := buffer.Peek(5)
	isServer := string(start) == "HTTP/"
	for {
		if isServer {
			response, err := http.ReadResponse(buffer, nil)
			if err != nil {
				break
			}
			if count, err := length(response); err == nil {
				atomic.AddInt64(&responses, 1)
				atomic.AddInt64(&bytes, count)
			}
		} else {
			request, err := http.ReadRequest(buffer)
			if err != nil {
				break
			}
			if _, err = io.Copy(io.Discard, request.Body); err == nil {
				atomic.AddInt64(&requests, 1)
			}
		}
	}
	tcpreader.DiscardBytesToEOF(buffer)
}

// length reads a response's body to its end, which is what it decodes to.
func length(response *http.Response) (int64, error) {
	var body io.Reader = response.Body
	if response.Header.Get("Content-Encoding") == "gzip" {
		decoder, err := gzip.NewReader(body)
		if err != nil {
			return 0, err
		}
		body = decoder
	}
	count, err := io.Copy(io.Discard, body)
	if err == nil {
		_, err = io.Copy(io.Discard, response.Body)
	}
	return count, err
}

func main() {
	file, err := os.Open(os.Args[1])
	fail(err)
	reader, err := pcapgo.NewReader(bufio.NewReaderSize(file, 1<<20))
	fail(err)
	var (
		ethernet layers.Ethernet
		ip4      layers.IPv4
		ip6      layers.IPv6
		tcp      layers.TCP
		udp      layers.UDP
		payload  gopacket.Payload
		decoded  []gopacket.LayerType
	)
	parser := gopacket.NewDecodingLayerParser(layers.LayerTypeEthernet, &ethernet, &ip4, &ip6, &tcp, &udp, &payload)
	parser.IgnoreUnsupported = true
	assembler := tcpassembly.NewAssembler(tcpassembly.NewStreamPool(factory{}))
	for {
		data, info, err := reader.ReadPacketData()
		if err == io.EOF {
			break
		}
		fail(err)
		if parser.DecodeLayers(data, &decoded) != nil {
			continue
		}
		var flow gopacket.Flow
		for _, layer := range decoded {
			switch layer {
			case layers.LayerTypeIPv4:
				flow = ip4.NetworkFlow()
			case layers.LayerTypeIPv6:
				flow = ip6.NetworkFlow()
			case layers.LayerTypeTCP:
				assembler.AssembleWithTimestamp(flow, &tcp, info.Timestamp)
			}
		}
	}
	assembler.FlushAll()
	readers.Wait()
	fmt.Println(requests, responses, bytes)
}

func fail(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
