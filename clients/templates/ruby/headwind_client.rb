# An adapter for 'headwind test': it makes the requests of a scenario with your HTTP client.
#
# Replace perform by your own client, and keep the rest, which is the contract: what to do comes in environment variables, how it
# went is the exit status.

require "json"
require "net/http"

# The families of scenarios that this client knows: those of the standard suite. Add the families of your own suites.
FAMILIES = %w[connect tls dns he head expect body upload reuse pool cancel retry redirect link portal wait report proxy coding cookies cache]

# What a cancel raises in the threads that make requests.
class Cancelled < StandardError; end

# --- your client ---

# Makes one request, and yields the body as it arrives. Raises an error unless it succeeds as a whole. Use one client for all
# requests, and pass the deadline (seconds) as the library's own timeouts: a timer around the call would hide what it does. If
# accept is there, it is the media type to ask for, and a response in another one is none: that is how a login page is told from the item.
def perform(method, url, body, accept, deadline)
  uri = URI(url)
  options = { use_ssl: uri.scheme == "https", open_timeout: deadline, read_timeout: deadline, write_timeout: deadline }
  Net::HTTP.start(uri.host, uri.port, **options) do |http|
    # A second try after the body has begun would yield its beginning twice.
    http.max_retries = 0
    request = Net::HTTPGenericRequest.new(method, !body.nil?, method != "HEAD", uri.request_uri)
    request.body = body
    request["Accept"] = accept if accept
    http.request(request) do |response|
      raise "HTTP status #{response.code}" unless response.is_a?(Net::HTTPSuccess)
      raise "the response is #{response.content_type}" if accept && ![accept, nil].include?(response.content_type)
      response.read_body { |chunk| yield chunk }
    end
  end
end

# --- the contract ---

# Makes one request, whose output is there only once it is whole. Progress is told each second.
def fetch(request, deadline)
  body = request["body"] && File.binread(request["body"])
  partial = request["output"] + ".partial"
  count = 0
  told = Process.clock_gettime(Process::CLOCK_MONOTONIC)
  File.open(partial, "wb") do |output|
    perform(request["method"], request["url"], body, request["accept"], deadline) do |chunk|
      output.write(chunk)
      count += chunk.bytesize
      now = Process.clock_gettime(Process::CLOCK_MONOTONIC)
      if now - told >= 1
        told = now
        warn "#{count} bytes"
      end
    end
  end
  File.rename(partial, request["output"])
ensure
  File.delete(partial) if partial && File.exist?(partial)
end

# Headwind first asks for a scenario that does not exist. 127 means: I do not know this one.
exit 127 unless FAMILIES.include?(ENV["HEADWIND_SCENARIO"].to_s.split(".").first)
deadline = ENV["HEADWIND_DEADLINE"].to_f
failed = false
cancelled = false
running = []

# Headwind says when to cancel by a line on standard input. A client that cannot cancel leaves this out, and gets SIGINT.
reader = Thread.new do
  while (line = $stdin.gets)
    next unless line.chomp == "cancel"
    cancelled = true
    running.each { |thread| thread.raise(Cancelled, "cancelled") if thread.alive? }
  end
end
$stdout.sync = true
puts "cancel: stdin"

JSON.parse(ENV["HEADWIND_REQUESTS"]).each do |request|
  unless request["together"]
    running.each(&:join)
    sleep request["after"]
  end
  break if cancelled
  running << Thread.new do
    fetch(request, deadline)
  rescue StandardError => error
    failed = true
    warn "#{request["method"]} #{request["url"]}: #{error.class}: #{error.message}"
  end
end
running.each(&:join)
# Live on after a cancel, so that what the library leaves alive is seen. Headwind ends standard input.
if cancelled
  puts "cancelled"
  reader.join
end
exit(failed || cancelled ? 1 : 0)
