# Ruby's Net::HTTP, as its documentation shows it: Net::HTTP.start with timeouts, and the body read in pieces. It follows no redirects,
# and this caller takes them for errors. What to do comes in variables, how it went is the exit status (docs/scenarios.md).

require "json"
require "net/http"

FAMILIES = %w[connect tls dns he head expect body upload reuse pool cancel retry redirect link portal wait report proxy coding cache]

# What a cancel raises in the threads that make requests.
class Cancelled < StandardError; end

# Makes one request, and yields its response. If Net::HTTP tries again, even in the middle of a body, it yields a second one.
def perform(asked, deadline)
  uri = URI(asked["url"])
  # Each is for one blocking operation, and not for all of them.
  options = { use_ssl: uri.scheme == "https", open_timeout: deadline, read_timeout: deadline, write_timeout: deadline }
  Net::HTTP.start(uri.host, uri.port, **options) do |http|
    # With this class, Net::HTTP asks for gzip and undoes it, as it does in get and post.
    request = Net::HTTP.const_get(asked["method"].capitalize).new(uri)
    request.basic_auth(uri.user, uri.password) if uri.user
    request["Accept"] = asked["accept"] if asked["accept"]
    request.body = File.binread(asked["body"]) if asked["body"]
    http.request(request) do |response|
      raise "HTTP status #{response.code}" unless response.is_a?(Net::HTTPSuccess)
      type = response.content_type
      raise "the response is #{type}, not #{asked["accept"]}" if asked["accept"] && type && type != asked["accept"]
      yield response
    end
  end
end

# Makes one request, whose output is there only once it is whole. Progress is told each second.
def fetch(asked, deadline)
  partial = asked["output"] + ".partial"
  perform(asked, deadline) do |response|
    count = 0
    told = Process.clock_gettime(Process::CLOCK_MONOTONIC)
    File.open(partial, "wb") do |output|
      response.read_body do |chunk|
        output.write(chunk)
        count += chunk.bytesize
        now = Process.clock_gettime(Process::CLOCK_MONOTONIC)
        next if now - told < 1
        told = now
        warn "#{count} bytes"
      end
    end
  end
  File.rename(partial, asked["output"])
ensure
  File.delete(partial) if File.exist?(partial)
end

exit 127 unless FAMILIES.include?(ENV["HEADWIND_SCENARIO"].to_s.split(".").first)
deadline = ENV["HEADWIND_DEADLINE"].to_f
failed = false
cancelled = false
running = []
reader = Thread.new do
  while (line = $stdin.gets)
    next unless line.chomp == "cancel"
    cancelled = true
    running.each { |thread| thread.raise(Cancelled, "cancelled") if thread.alive? }
  end
end
$stdout.sync = true
puts "cancel: stdin"

JSON.parse(ENV["HEADWIND_REQUESTS"]).each do |asked|
  unless asked["together"]
    running.each(&:join)
    sleep asked["after"]
  end
  break if cancelled
  running << Thread.new do
    fetch(asked, deadline)
  rescue StandardError => error
    failed = true
    warn "#{asked["method"]} #{asked["url"]}: #{error.class}: #{error.message}"
  end
end
running.each(&:join)
# A program that lives on after a cancel, so that what the library leaves alive is seen. Headwind ends its standard input.
if cancelled
  puts "cancelled"
  reader.join
end
exit(failed || cancelled ? 1 : 0)
