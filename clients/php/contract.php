<?php
// Headwind's contract (docs/scenarios.md), which the PHP clients here share: what to do comes in variables, how it went is the exit
// status, and a line on standard input cancels.

const FAMILIES = ["connect", "tls", "dns", "he", "head", "expect", "body", "upload", "reuse", "pool", "cancel", "retry", "redirect",
    "link", "portal", "wait", "report", "proxy", "coding", "cookies", "cache", "h2"];

// Whether Headwind has said by a line on standard input that all is to be cancelled.
function isCancelled(): bool
{
    static $isCancelled = false;
    while (!$isCancelled && ($line = fgets(STDIN)) !== false) $isCancelled = trim($line) === "cancel";
    return $isCancelled;
}

// Calls fetchAll(requests, deadline) for each request, or for those that are asked for together. It returns whether all have succeeded.
function run(callable $fetchAll): never
{
    if (!in_array(family(), FAMILIES)) exit(127);
    stream_set_blocking(STDIN, false);
    echo "cancel: stdin\n";
    $groups = [];
    foreach (json_decode(getenv("HEADWIND_REQUESTS"), true) as $request) {
        if ($request["together"] && $groups) $groups[count($groups) - 1][] = $request;
        else $groups[] = [$request];
    }
    $isWhole = true;
    foreach ($groups as $group) {
        if ($group[0]["after"] > 0) usleep((int) ($group[0]["after"] * 1e6));
        if (isCancelled()) break;
        $isWhole = $fetchAll($group, (int) getenv("HEADWIND_DEADLINE")) && $isWhole;
    }
    // A program that lives on after a cancel, so that what the library leaves alive is seen. Headwind ends its standard input.
    if (isCancelled()) {
        echo "cancelled\n";
        while (!feof(STDIN)) {
            fgets(STDIN);
            usleep(20000);
        }
        $isWhole = false;
    }
    exit($isWhole ? 0 : 1);
}

// The part before the dot of the scenario's name.
function family(): string
{
    return explode(".", (string) getenv("HEADWIND_SCENARIO"))[0];
}

// Says what became of a request. Its output is there only once it is whole.
function tell(array $request, ?string $error): bool
{
    $partial = $request["output"] . ".partial";
    if ($error === null) return rename($partial, $request["output"]);
    @unlink($partial);
    fwrite(STDERR, "{$request["method"]} {$request["url"]}: $error\n");
    return false;
}

// A function that says each second how many bytes have been read.
function progress(): callable
{
    $told = microtime(true);
    return function (int $count) use (&$told) {
        if (microtime(true) - $told < 1) return;
        $told = microtime(true);
        fwrite(STDERR, "$count bytes\n");
    };
}
