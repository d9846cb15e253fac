<?php
// Guzzle, as its documentation shows it: one client, 'timeout', 'sink', promises that are waited for together, and cancelled.

require __DIR__ . "/contract.php";
require "GuzzleHttp/autoload.php";

use GuzzleHttp\Client;
use GuzzleHttp\Handler\CurlMultiHandler;
use GuzzleHttp\HandlerStack;
use Psr\Http\Message\ResponseInterface;

$multi = new CurlMultiHandler();
$client = new Client(["handler" => HandlerStack::create($multi), "cookies" => family() === "cookies"]);

run(function (array $requests, int $deadline) use ($client, $multi) {
    $waiting = count($requests);
    $isWhole = true;
    $promises = [];
    foreach ($requests as $request) {
        $progress = progress();
        $options = [
            "timeout" => $deadline,
            "sink" => $request["output"] . ".partial",
            "headers" => array_filter(["Accept" => $request["accept"] ?? null]),
            "progress" => fn ($expected, $count) => $progress($count),
        ];
        if (isset($request["body"])) $options["body"] = fopen($request["body"], "rb");
        $promises[] = $client->requestAsync($request["method"], $request["url"], $options)->then(
            function (ResponseInterface $response) use ($request, &$waiting, &$isWhole) {
                $waiting--;
                $type = trim(explode(";", $response->getHeaderLine("Content-Type"))[0]);
                $wanted = $request["accept"] ?? "";
                $isUsable = !$wanted || !$type || strcasecmp($type, $wanted) === 0;
                $isWhole = tell($request, $isUsable ? null : "the response is $type, not $wanted") && $isWhole;
            },
            function (Throwable $error) use ($request, &$waiting, &$isWhole) {
                $waiting--;
                $isWhole = tell($request, get_class($error) . ": " . $error->getMessage()) && $isWhole;
            }
        );
    }
    while ($waiting > 0) {
        $multi->tick();
        if (isCancelled()) {
            foreach ($promises as $promise) $promise->cancel();
            return false;
        }
    }
    return $isWhole;
});
