<?php
// PHP's curl extension, as its documentation shows it: handles of one multi handle, CURLOPT_TIMEOUT, CURLOPT_FILE; a cancel removes them.

require __DIR__ . "/contract.php";

function handle(array $request, int $deadline, $output): CurlHandle
{
    $progress = progress();
    $handle = curl_init($request["url"]);
    curl_setopt_array($handle, [
        CURLOPT_TIMEOUT => $deadline,
        CURLOPT_FOLLOWLOCATION => true,
        CURLOPT_FAILONERROR => true,
        CURLOPT_FILE => $output,
        CURLOPT_NOPROGRESS => false,
        CURLOPT_PROGRESSFUNCTION => function ($handle, $expected, $count) use ($progress) {
            $progress($count);
            return 0;
        },
    ]);
    // "" asks for all codings that it knows, and switches cookies on.
    if (family() === "coding") curl_setopt($handle, CURLOPT_ENCODING, "");
    if (family() === "cookies") {
        static $share = null;
        if ($share === null) {
            $share = curl_share_init();
            curl_share_setopt($share, CURLSHOPT_SHARE, CURL_LOCK_DATA_COOKIE);
        }
        curl_setopt_array($handle, [CURLOPT_COOKIEFILE => "", CURLOPT_SHARE => $share]);
    }
    // For a POST it would also be the method of what follows a redirect with 303.
    if (!in_array($request["method"], ["GET", "POST"])) curl_setopt($handle, CURLOPT_CUSTOMREQUEST, $request["method"]);
    if ($request["method"] === "POST" || isset($request["body"])) {
        curl_setopt($handle, CURLOPT_POSTFIELDS, isset($request["body"]) ? file_get_contents($request["body"]) : "");
    }
    if (isset($request["accept"])) curl_setopt($handle, CURLOPT_HTTPHEADER, ["Accept: {$request["accept"]}"]);
    return $handle;
}

// What is wrong with a transfer that has ended, if anything is.
function problem(CurlHandle $handle, array $request, int $result): ?string
{
    if ($result !== CURLE_OK) return curl_error($handle) ?: curl_strerror($result);
    $type = trim(explode(";", (string) curl_getinfo($handle, CURLINFO_CONTENT_TYPE))[0]);
    $wanted = $request["accept"] ?? "";
    return $wanted && $type && strcasecmp($type, $wanted) ? "the response is $type, not $wanted" : null;
}

$multi = curl_multi_init();
run(function (array $requests, int $deadline) use ($multi) {
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
            $isWhole = tell($request, problem($handle, $request, $done["result"])) && $isWhole;
            curl_multi_remove_handle($multi, $handle);
        }
        if (isCancelled()) {
            foreach ($running as [$handle, $request, $file]) {
                curl_multi_remove_handle($multi, $handle);
                tell($request, "cancelled");
            }
            return false;
        }
        curl_multi_select($multi, 0.05);
    }
    return $isWhole;
});
