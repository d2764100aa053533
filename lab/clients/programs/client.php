<?php
// Libraries of PHP, each configured as its documentation advises: `php client.php <name> <one-by-one|at-once>`. Input and output
// are those of client.mjs.
[, $name, $manner] = $argv;

/** By name, what loads a library and returns a function that makes calls side by side, and returns for each what reads its reply. */
$clients = [
    'guzzle' => function () {
        require 'GuzzleHttp/autoload.php';
        $stack = GuzzleHttp\HandlerStack::create();
        $decider = fn ($retries, $request, $response = null) => $retries < 3 && $response?->getStatusCode() === 429;
        $stack->push(GuzzleHttp\Middleware::retry($decider));
        $client = new GuzzleHttp\Client(['handler' => $stack]);
        return function (array $urls, array $headers) use ($client) {
            $promises = array_map(fn ($url) => $client->getAsync($url, ['headers' => $headers]), $urls);
            return array_map(fn ($promise) => fn () => $promise->wait(), $promises);
        };
    },
    'symfony' => function () {
        require 'Symfony/Component/HttpClient/autoload.php';
        $client = new Symfony\Component\HttpClient\RetryableHttpClient(
            Symfony\Component\HttpClient\HttpClient::create()
        );
        return function (array $urls, array $headers) use ($client) {
            $responses = array_map(fn ($url) => $client->request('GET', $url, ['headers' => $headers]), $urls);
            foreach ($client->stream($responses) as $chunk) $chunk->isLast();
            return array_map(fn ($response) => fn () => $response->getContent(), $responses);
        };
    },
];

function report(callable $read): void
{
    try {
        $read();
        echo "through\n";
    } catch (Throwable $error) {
        echo 'gave up: ', strtr(substr($error->getMessage(), 0, 100), "\n", ' '), "\n";
    }
}

$calls = $clients[$name]();
echo "ready\n";
[$url, $key] = explode(' ', trim(stream_get_contents(STDIN)));
$urls = array_map(fn ($limit) => "$url/pets?limit=$limit", range(1, 6));
foreach ($manner === 'at-once' ? [$urls] : array_chunk($urls, 1) as $together) {
    array_map(report(...), $calls($together, ['Authorization' => "Bearer $key"]));
}
