<?php
// Slim 3 with symfony/rate-limiter (token bucket in a filesystem cache) and SQLite, on PHP's own server.
require '/usr/share/php/Slim/autoload.php';
require '/usr/share/php/Symfony/Component/RateLimiter/autoload.php';
require '/usr/share/php/Symfony/Component/Cache/autoload.php';

use Slim\Http\Request;
use Slim\Http\Response;
use Symfony\Component\Cache\Adapter\FilesystemAdapter;
use Symfony\Component\RateLimiter\RateLimiterFactory;
use Symfony\Component\RateLimiter\Storage\CacheStorage;

const KEYS = ['peer-key', 'peer-key-2'];
const STATUSES = ['available', 'pending', 'sold'];

$data = getenv('DATA');
$db = new PDO("sqlite:$data/pets.sqlite");
$db->setAttribute(PDO::ATTR_ERRMODE, PDO::ERRMODE_EXCEPTION);
$db->exec('CREATE TABLE IF NOT EXISTS pets (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT, category_id INTEGER, status TEXT)');

function problem(Response $response, int $status, string $code, string $message): Response {
    return $response->withJson(['code' => $code, 'message' => $message, 'status' => $status], $status);
}

function pet(array $row): array {
    return ['id' => (int) $row['id'], 'name' => $row['name'], 'categoryId' => (int) $row['category_id'], 'status' => $row['status']];
}

$app = new Slim\App();
$container = $app->getContainer();
$container['notFoundHandler'] = fn () => fn ($request, $response) => problem($response, 404, 'NOT_FOUND', 'Not found');
$container['notAllowedHandler'] = fn () => fn ($request, $response, $methods) =>
    problem($response, 405, 'METHOD_NOT_ALLOWED', 'Method not allowed')->withHeader('Allow', implode(', ', $methods));

$app->add(function (Request $request, Response $response, callable $next) {
    $key = preg_match('/^Bearer\s+(\S+)$/i', $request->getHeaderLine('Authorization'), $m) ? $m[1] : null;
    if (!in_array($key, KEYS, true)) {
        return problem($response, 401, 'UNAUTHORIZED', 'Missing or invalid API key')->withHeader('WWW-Authenticate', 'Bearer');
    }
    return $next($request, $response);
});

$limiter = new RateLimiterFactory(
    ['id' => 'api', 'policy' => 'fixed_window', 'limit' => 60, 'interval' => '1 minute'],
    new CacheStorage(new FilesystemAdapter('limits', 0, "$data/cache")),
);
$app->add(function (Request $request, Response $response, callable $next) use ($limiter) {
    $caller = $request->getHeaderLine('Authorization') ?: $request->getServerParam('REMOTE_ADDR');
    $limit = $limiter->create($caller)->consume();
    $response = $limit->isAccepted()
        ? $next($request, $response)
        : problem($response, 429, 'TOO_MANY_REQUESTS', 'Rate limit exceeded')
            ->withHeader('Retry-After', (string) ($limit->getRetryAfter()->getTimestamp() - time()));
    return $response
        ->withHeader('X-RateLimit-Limit', (string) $limit->getLimit())
        ->withHeader('X-RateLimit-Remaining', (string) $limit->getRemainingTokens())
        ->withHeader('X-RateLimit-Reset', (string) $limit->getRetryAfter()->getTimestamp());
});

$app->get('/v1/pets', function (Request $request, Response $response) use ($db) {
    $limit = filter_var($request->getQueryParam('limit', '20'), FILTER_VALIDATE_INT, ['options' => ['min_range' => 1, 'max_range' => 100]]);
    if ($limit === false) {
        return problem($response, 400, 'INVALID_LIMIT', 'limit must be an integer from 1 to 100');
    }
    $status = $request->getQueryParam('status');
    if ($status !== null && !in_array($status, STATUSES, true)) {
        return problem($response, 400, 'INVALID_STATUS', 'unknown status');
    }
    $query = $db->prepare('SELECT * FROM pets WHERE :status IS NULL OR status = :status ORDER BY id LIMIT :limit');
    $query->bindValue('status', $status);
    $query->bindValue('limit', $limit, PDO::PARAM_INT);
    $query->execute();
    return $response->withJson(array_map('pet', $query->fetchAll(PDO::FETCH_ASSOC)));
});

$app->post('/v1/pets', function (Request $request, Response $response) use ($db) {
    $body = $request->getParsedBody();
    if (empty($body['name']) || !is_string($body['name'])) {
        return problem($response, 400, 'INVALID_NAME', 'name is required');
    }
    if (empty($body['categoryId']) || !is_int($body['categoryId'])) {
        return problem($response, 400, 'INVALID_CATEGORY', 'categoryId must be an integer');
    }
    $status = $body['status'] ?? 'available';
    if (!in_array($status, STATUSES)) {
        return problem($response, 400, 'INVALID_STATUS', 'unknown status');
    }
    $insert = $db->prepare('INSERT INTO pets (name, category_id, status) VALUES (?, ?, ?)');
    $insert->execute([$body['name'], $body['categoryId'], $status]);
    return $response->withJson(pet(['id' => $db->lastInsertId(), 'name' => $body['name'], 'category_id' => $body['categoryId'], 'status' => $status]), 201);
});

$app->get('/v1/pets/{petId:[0-9]+}', function (Request $request, Response $response, array $args) use ($db) {
    $query = $db->prepare('SELECT * FROM pets WHERE id = ?');
    $query->execute([$args['petId']]);
    $row = $query->fetch(PDO::FETCH_ASSOC);
    return $row ? $response->withJson(pet($row)) : problem($response, 404, 'PET_NOT_FOUND', 'The animal could not be found');
});

$app->run();
