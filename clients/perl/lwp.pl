# Perl's LWP, as its documentation shows it: a user agent with a timeout and kept connections, the body in a file. It has no way to
# cancel a call, so a cancel is Headwind's SIGINT. What to do comes in variables, how it went is the exit status (docs/scenarios.md).

use strict;
use warnings;
use HTTP::Request;
use JSON::PP;
use LWP::UserAgent;
use Time::HiRes qw(sleep time);

my ($family) = split /\./, $ENV{HEADWIND_SCENARIO} // '';
exit 127 unless grep { $_ eq ($family // '') }
    qw(connect tls dns he head expect body upload reuse pool cancel retry redirect link portal wait report proxy coding cookies cache);

# "The timeout is only for inactivity": of the connection, and not of the whole request.
my $agent = LWP::UserAgent->new(timeout => $ENV{HEADWIND_DEADLINE}, keep_alive => 4, env_proxy => $family eq 'proxy');
$agent->cookie_jar({}) if $family eq 'cookies';
$agent->default_header('Accept-Encoding' => scalar HTTP::Message::decodable()) if $family eq 'coding';

# Makes one request, and returns what is wrong with it.
sub perform {
    my ($asked) = @_;
    my $request = HTTP::Request->new($asked->{method}, $asked->{url});
    $request->header(Accept => $asked->{accept}) if $asked->{accept};
    $request->content(content($asked->{body})) if $asked->{body};
    my $response = exchange($request, $asked);
    return $response->status_line unless $response->is_success;
    # It does not fail for these; its documentation says to look at the fields.
    return $response->header('X-Died') if $response->header('X-Died');
    return 'the response was aborted' if $response->header('Client-Aborted');
    my $type = lc $response->content_type;
    return "the response is $type, not $asked->{accept}" if $asked->{accept} && $type && $type ne $asked->{accept};
    return undef;
}

# Sends a request, and writes the body to a file as it comes; says each second how far it is. Compressed bodies come as a whole,
# because only decoded_content undoes codings.
sub exchange {
    my ($request, $asked) = @_;
    open my $output, '>:raw', "$asked->{output}.partial" or die "$asked->{output}.partial: $!";
    my ($count, $told) = (0, time);
    my $response = $agent->request($request, $family eq 'coding' ? () : sub {
        print $output $_[0];
        $count += length $_[0];
        return if time - $told < 1;
        $told = time;
        print STDERR "$count bytes\n";
    });
    print $output $response->decoded_content(charset => 'none', raise_error => 1) if $family eq 'coding' && $response->is_success;
    close $output;
    return $response;
}

sub content {
    open my $file, '<:raw', $_[0] or die "$_[0]: $!";
    local $/;
    return <$file>;
}

sub fetch {
    my ($asked) = @_;
    my $problem = eval { perform($asked) } // $@;
    return rename "$asked->{output}.partial", $asked->{output} if !$problem;
    unlink "$asked->{output}.partial";
    $problem =~ s/\s+$//;
    print STDERR "$asked->{method} $asked->{url}: $problem\n";
    return 0;
}

# LWP makes one request at a time, so those that are made together are each made in a process of its own.
my $failed = 0;
my @requests = @{decode_json($ENV{HEADWIND_REQUESTS})};
while (my $asked = shift @requests) {
    sleep $asked->{after};
    my @processes;
    while (@requests && $requests[0]{together}) {
        my $other = shift @requests;
        my $process = fork // die "fork: $!";
        exit !fetch($other) if $process == 0;
        push @processes, $process;
    }
    fetch($asked) or $failed = 1;
    for (@processes) {
        waitpid $_, 0;
        $failed = 1 if $?;
    }
}
exit $failed;
