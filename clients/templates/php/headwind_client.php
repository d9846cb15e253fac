<?php
// An adapter for 'headwind test': it makes the requests of a scenario with your HTTP client.
//
// Replace handle() by your own client, and keep the rest, which is the contract: what to do comes in environment variables, how it
// went is the exit status.

// The families of scenarios that this client knows: those of the standard suite. Add the families of your own suites.
const FAMILIES = ["connect", "tls", "dns", "he", "head", "expect", "body", "upload", "reuse", "pool", "cancel", "retry", "redirect",
    "link", "portal", "wait", "report", "proxy", "coding", "cookies", "cache"];

// --- your client ---

// Prepares one request. The deadline (seconds) is the library's own timeout: a timer around the call would hide what it does.
function handle(array $request, int $deadline, $output): CurlHandle
{
    $told = microtime(true);
    $handle = curl_init($request["url"]);
    curl_setopt_array($handle, [
        CURLOPT_TIMEOUT => $deadline,
        CURLOPT_FAILONERROR => true,
        CURLOPT_FILE => $output,
        CURLOPT_NOPROGRESS => false,
        CURLOPT_PROGRESSFUNCTION => function ($handle, $expected, $count) use (&$told) {
            if (microtime(true) - $told >= 1) {
                $told = microtime(true);
                fwrite(STDERR, "$count bytes\n");
            }
            return 0;
        },
    ]);
    if (isset($request["accept"])) {
        // A response in another media type is none: that is how a login page is told from the item.
        curl_setopt_array($handle, [
            CURLOPT_HTTPHEADER => ["Accept: {$request["accept"]}"],
            CURLOPT_HEADERFUNCTION => function ($handle, $line) use ($request) {
                $isType = preg_match('/^content-type:\s*([^;\s]+)/i', $line, $type);
                return $isType && strcasecmp($type[1], $request["accept"]) ? 0 : strlen($line);
            },
        ]);
    }
    // For a POST it would also be the method of what follows a redirect with 303.
    if (!in_array($request["method"], ["GET", "POST"])) curl_setopt($handle, CURLOPT_CUSTOMREQUEST, $request["method"]);
    if ($request["method"] === "POST" || isset($request["body"])) {
        curl_setopt($handle, CURLOPT_POSTFIELDS, isset($request["body"]) ? file_get_contents($request["body"]) : "");
    }
    if (getenv("HEADWIND_CA")) curl_setopt($handle, CURLOPT_CAINFO, getenv("HEADWIND_CA"));
    return $handle;
}

// --- the contract ---

// Whether Headwind has said by a line on standard input that all is to be cancelled. A client that cannot cancel does not print
// "cancel: stdin", and gets SIGINT.
function isCancelled(): bool
{
    static $isCancelled = false;
    while (!$isCancelled && ($line = fgets(STDIN)) !== false) $isCancelled = trim($line) === "cancel";
    return $isCancelled;
}

// Makes requests at the same time. Their outputs are there only once they are whole. Returns whether all have succeeded.
function fetchAll(array $requests, int $deadline): bool
{
    static $multi = null;
    $multi ??= curl_multi_init();
    $running = [];
    foreach ($requests as $request) {
        $file = fopen($request["output"] . ".partial", "wb");
        $handle = handle($request, $deadline, $file);
        $running[spl_object_id($handle)] = [$handle, $request, $file];
        curl_multi_add_handle($multi, $handle);
    }
    $isWhole = true;
    while ($running) {
        curl_multi_exec($multi, $active);
        while ($done = curl_multi_info_read($multi)) {
            [$handle, $request, $file] = $running[spl_object_id($done["handle"])];
            unset($running[spl_object_id($handle)]);
            fclose($file);
            if ($done["result"] === CURLE_OK) {
                rename($request["output"] . ".partial", $request["output"]);
            } else {
                $isWhole = false;
                unlink($request["output"] . ".partial");
                fwrite(STDERR, "{$request["method"]} {$request["url"]}: " . curl_error($handle) . "\n");
            }
            curl_multi_remove_handle($multi, $handle);
        }
        if (isCancelled()) {
            foreach ($running as [$handle, $request, $file]) {
                curl_multi_remove_handle($multi, $handle);
                curl_close($handle);
                fclose($file);
                unlink($request["output"] . ".partial");
            }
            curl_multi_close($multi);
            return false;
        }
        curl_multi_select($multi, 0.05);
    }
    return $isWhole;
}

// Headwind first asks for a scenario that does not exist. 127 means: I do not know this one.
if (!in_array(explode(".", (string) getenv("HEADWIND_SCENARIO"))[0], FAMILIES)) exit(127);
$deadline = (int) getenv("HEADWIND_DEADLINE");
stream_set_blocking(STDIN, false);
echo "cancel: stdin\n";

// Requests that are asked for together form a group.
$groups = [];
foreach (json_decode(getenv("HEADWIND_REQUESTS"), true) as $request) {
    if ($request["together"] && $groups) $groups[count($groups) - 1][] = $request;
    else $groups[] = [$request];
}
$isWhole = true;
foreach ($groups as $group) {
    if ($group[0]["after"] > 0) usleep((int) ($group[0]["after"] * 1e6));
    if (isCancelled()) break;
    $isWhole = fetchAll($group, $deadline) && $isWhole;
}
// Live on after a cancel, so that what the library leaves alive is seen. Headwind ends standard input.
if (isCancelled()) {
    echo "cancelled\n";
    while (!feof(STDIN)) {
        fgets(STDIN);
        usleep(20000);
    }
    $isWhole = false;
}
exit($isWhole ? 0 : 1);
