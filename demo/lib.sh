# What the walkthrough is told with. To be sourced by bash.

work=$(mktemp -d)
recorder=
undoing=

# Whatever way the demo ends: nothing of it goes on.
finish() {
  local status=$?
  [[ -z $recorder ]] || kill -INT "$recorder" 2>/dev/null || true
  [[ -z $undoing ]] || eval "$undoing" || true
  rm -rf "$work"
  exit "$status"
}
trap finish EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

undo() { undoing=$1; }
forget_undo() { undoing=; }

if [[ -t 1 ]]; then bold=$'\e[1m' dim=$'\e[2m' plain=$'\e[0m'; else bold='' dim='' plain=''; fi

act() { printf '\n%s%s. %s%s\n' "$bold" "$1" "$2" "$plain"; }
tell() { printf '\n'; fmt -w 100 <<<"$*"; }

# Prints a command as somebody would type it.
typed() {
  local word line='$'
  for word in "$@"; do
    if [[ $word =~ ^([A-Za-z0-9_./:=@%+,-]+|&)$ ]]; then line+=" $word"; else line+=" '${word//$'\n'/\\n}'"; fi
  done
  printf '\n%s%s%s\n' "$dim" "$line" "$plain"
}

# Prints a command and runs it.
show() {
  typed "$@"
  "$@"
}

# Prints a command and runs it, its output and errors passed through a filter; the status is the command's.
show_with() {
  local filter=$1
  shift
  typed "$@"
  "$@" 2>&1 | "$filter"
  return "${PIPESTATUS[0]}"
}

# curl's progress meter, which redraws its line, as lines.
progress() { tr '\r' '\n' | grep -v '^ *$' | tee "$work/progress"; }

# Runs a command and shows the first lines of its output, saying how many were left out.
shorten() {
  local limit=$1
  shift
  "$@" >"$work/long"
  head -n "$limit" "$work/long" | cut -c 1-110
  local left=$(($(wc -l <"$work/long") - limit))
  ((left <= 0)) || printf '  ... %d more lines, left out by this demo\n' "$left"
}

# Says whether a claim holds, by a command after --; ends the demo if it does not.
check() {
  local claim=$1
  shift 2
  if "$@"; then
    printf '\n  ok: %s\n' "$claim"
  else
    printf '\n  NOT SO: %s\n' "$claim" >&2
    exit 1
  fi
}

# Records what the link's client sees, from before the next command on; $1 the file, $2 the link.
record() {
  typed headwind capture -i "$2" -w "$1" '&'
  headwind capture -i "$2" -w "$1" 2>"$work/recorder" &
  recorder=$!
  local tries
  for ((tries = 0; tries < 100; tries++)); do
    ! grep -q '^listening' "$work/recorder" || return 0
    kill -0 "$recorder" 2>/dev/null || break
    sleep 0.05
  done
  cat "$work/recorder" >&2
  recorder=
  echo "the capture did not start" >&2
  exit 1
}

stop_recording() {
  # What the client's end has set off may still be on its way.
  sleep 0.6
  kill -INT "$recorder"
  wait "$recorder" || true
  recorder=
  sed 's/^/  /' "$work/recorder"
}

more_than() { awk -v a="$1" -v b="$2" 'BEGIN { exit !(a > b) }'; }
last_seconds() { awk '$1 == "seconds" { print $2 }' "$work/progress"; }
ends_with_fin() { headwind capture -r "$1" -n 'tcp[tcpflags] & tcp-fin != 0' 2>/dev/null | grep -q .; }

# A number of a profile, in its direction: profile_value "Slow Net" downlink bandwidth.
profile_value() {
  headwind profile show "$1" | awk -v section="$2" -v key="$3" '
    /^[a-z]/ { here = $1 == section ":" }
    here && match($0, key ": *[0-9.]+") { value = substr($0, RSTART, RLENGTH); sub(/.*: */, "", value); print value; exit }'
}

# Where the seconds of a query went: what was measured in the capture beside what the profile's numbers make of it.
arithmetic() {
  tell "Where the time went. Measured in the capture, and computed from the profile (each way $(profile_value "$2" downlink bandwidth) kbps" \
    "and $(profile_value "$2" downlink delay) ms, $(profile_value "$2" dns delay) ms more for names) and the packets' lengths:"
  headwind capture -r "$1" -n -q -e 'udp port 53 or tcp port 80' 2>/dev/null | awk \
    -v kbps="$(profile_value "$2" downlink bandwidth)" -v delay="$(profile_value "$2" downlink delay)" \
    -v dns="$(profile_value "$2" dns delay)" '
    function seconds(text, part) { split(text, part, ":"); return part[1] * 3600 + part[2] * 60 + part[3] }
    # What the link counts is the packet without its 14 bytes of Ethernet.
    function bytes(line) { match(line, /length [0-9]+:/); return substr(line, RSTART + 7, RLENGTH - 8) - 14 }
    function sending(count) { return count * 8 / (kbps * 1000) }
    function row(name, measured, computed, how) { printf "  %-26s %6.2f s   %6.2f s   %s\n", name, measured, computed, how; total += computed }
    {
      now = seconds($1); size = bytes($0)
      payload = 0
      if (match($0, /: tcp [0-9]+/)) payload = substr($0, RSTART + 6, RLENGTH - 6) + 0
      toServer = $0 ~ / > [^ ]+\.(53|80): /
    }
    / UDP, / && toServer { if (!asked) asked = now; if (!answered) asking += size }
    / UDP, / && !toServer { answered = now; answering = size }
    / tcp 0/ && toServer && !syn { syn = now; synSize = size }
    / tcp 0/ && !toServer && !synAck { synAck = now; synAckSize = size }
    payload && toServer && !sent { sent = now; request = size }
    payload && !toServer { if (!first) { first = now; firstSize = size } else rest += size; last = now; packets++; body += payload }
    END {
      printf "\n  %-26s %8s   %8s\n", "", "measured", "computed"
      row("the name (DNS)", answered - asked, (2 * delay + dns) / 1000 + sending(asking) + sending(answering), sprintf("%d ms there and back, %d ms more, %d bytes", 2 * delay, dns, asking + answering))
      row("the handshake", synAck - syn, 2 * delay / 1000 + sending(synSize + synAckSize), sprintf("%d and %d bytes", synSize, synAckSize))
      row("the request", first - sent, 2 * delay / 1000 + sending(request + firstSize), sprintf("%d bytes, and the first %d of the response", request, firstSize))
      row("the rest of the response", last - first, sending(rest), sprintf("%d bytes at %d kbps; %d of payload in %d packets in all", rest, kbps, body, packets))
      printf "  %-26s %6.2f s   %6.2f s\n", "in all", last - asked, total
    }'
}

# How long after the cancel ($2, a time of day) the first connection of a capture ($1) was closed by the client.
cancel_gap() {
  local closing
  closing=$(headwind capture -r "$1" -n 'dst port 80 and tcp[tcpflags] & (tcp-fin|tcp-rst) != 0' 2>/dev/null | head -n 1)
  local gap
  gap=$(awk -v closed="${closing%% *}" -v cancelled="$2" '
    function seconds(text, part) { split(text, part, ":"); return part[1] * 3600 + part[2] * 60 + part[3] }
    BEGIN { printf "%.1f", (seconds(closed) - seconds(cancelled)) * 1000 }')
  tell "Cancelled at $2, closed at ${closing%% *}: $gap ms later. The second query has a connection of its own."
  check "the first connection was closed at once ($gap ms)" -- between "$gap" 0 200
}
between() { awk -v value="$1" -v low="$2" -v high="$3" 'BEGIN { exit !(value >= low && value <= high) }'; }

# What a link could leave behind, a line for each kind of thing.
traces() {
  echo "interfaces: $(ip -o link show | awk -F': ' '{ print $2 }' | sort | paste -sd ' ')"
  echo "named namespaces: $(ip netns list 2>/dev/null | sort | paste -sd ' ')"
  echo "headwind processes: $(processes_of "$(readlink -f "$(command -v headwind)")" | paste -sd ' ')"
  echo "control sockets: $({
    awk '$NF ~ /^@headwind/ { print $NF }' /proc/net/unix
    find "${XDG_RUNTIME_DIR:-/run}/headwind" "/run/user/$UID/headwind" /run/headwind "/tmp/headwind-$UID" -type s 2>/dev/null
  } | sort -u | paste -sd ' ')"
  echo "firewall tables: $(nft list tables 2>/dev/null | sort | paste -sd ' ')"
}

# The processes that run a program, by its path.
processes_of() {
  local process
  for process in /proc/[0-9]*; do
    [[ $(readlink "$process/exe" 2>/dev/null) != "$1" ]] || echo "${process#/proc/}"
  done
}

# The traces in $2 that are not in $1; what others have taken away meanwhile does not count.
new_traces() {
  awk -F': ' '
    NR == FNR { count = split($2, items, " "); for (i = 1; i <= count; i++) known[$1, items[i]] = 1; next }
    { count = split($2, items, " "); for (i = 1; i <= count; i++) if (!(($1, items[i]) in known)) print $1 ": " items[i] }
  ' <(echo "$1") <(echo "$2")
}

show_traces() {
  local line
  while IFS= read -r line; do
    printf '  %s\n' "${line/%: /: none}"
  done <<<"$2"
  new_traces "$1" "$2" | sed 's/^/  new: /'
}

namespace_is_gone() {
  ! readlink /proc/[0-9]*/ns/net 2>/dev/null | grep -qxF -- "$1"
}
