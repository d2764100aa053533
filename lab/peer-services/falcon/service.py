"""Falcon on waitress with jsonschema and the limits library: minute and day window of each key, fixed."""
import json
import os
import threading
import time

import falcon
import jsonschema
from limits import RateLimitItemPerDay, RateLimitItemPerMinute
from limits.storage import MemoryStorage
from limits.strategies import FixedWindowRateLimiter
from waitress import serve

KEYS = {"peer-key": "free", "peer-key-2": "free", "peer-pro-key": "pro"}
PLANS = {"free": (60, 1_000), "pro": (300, 10_000), "business": (1_000, 100_000)}
STATUSES = ["available", "pending", "sold"]
INT64_MIN, INT64_MAX = -(2**63), 2**63 - 1

NEW_PET = jsonschema.Draft7Validator({
    "type": "object",
    "required": ["name", "categoryId"],
    "properties": {
        "name": {"type": "string", "minLength": 1, "maxLength": 200},
        "categoryId": {"type": "integer", "minimum": INT64_MIN, "maximum": INT64_MAX},
        "status": {"enum": STATUSES},
    },
    "additionalProperties": False,
})


class Problem(Exception):
    def __init__(self, status, code, message, headers=None):
        self.status, self.code, self.message, self.headers = status, code, message, headers or {}


def answer_problem(req, resp, problem, params):
    resp.status = problem.status
    resp.media = {"code": problem.code, "message": problem.message, "status": problem.status}
    for name, value in problem.headers.items():
        resp.set_header(name, value)


def answer_http_error(req, resp, error, params):
    status = int(str(error.status).split()[0])
    headers = dict(error.headers or {})
    answer_problem(req, resp, Problem(status, error.title.upper().replace(" ", "_"), error.description or error.title, headers), params)


class Limits:
    """Every caller, valid key or address, has a minute and a day window; a refused request counts in neither."""

    def __init__(self):
        self.limiter = FixedWindowRateLimiter(MemoryStorage())
        self.lock = threading.Lock()

    def process_request(self, req, resp):
        scheme, _, key = (req.auth or "").partition(" ")
        key = key.strip()
        plan = KEYS.get(key) if scheme.lower() == "bearer" else None
        caller = key if plan else "addr:" + req.remote_addr
        per_minute, per_day = PLANS[plan or "free"]
        windows = [RateLimitItemPerMinute(per_minute), RateLimitItemPerDay(per_day)]
        with self.lock:
            full = [w for w in windows if not self.limiter.test(w, caller)]
            if not full:
                for window in windows:
                    self.limiter.hit(window, caller)
            stats = {w: self.limiter.get_window_stats(w, caller) for w in windows}
        if full:
            shown = max(full, key=lambda w: stats[w][0])
        else:
            shown = min(windows, key=lambda w: stats[w][1])
        reset, remaining = stats[shown]
        reset = int(reset) + 1
        resp.set_header("X-RateLimit-Limit", str(shown.amount))
        resp.set_header("X-RateLimit-Remaining", str(max(0, remaining)))
        resp.set_header("X-RateLimit-Reset", str(reset))
        if full:
            wait = max(1, reset - int(time.time()))
            raise Problem(429, "RATE_LIMIT_EXCEEDED", "Too many requests", {"Retry-After": str(wait)})
        if not plan:
            raise Problem(401, "INVALID_API_KEY", "Missing or invalid API key", {"WWW-Authenticate": 'Bearer realm="pets"'})


class Store:
    def __init__(self):
        self.pets, self.lock = {}, threading.Lock()

    def add(self, fields):
        with self.lock:
            pet = {"id": len(self.pets) + 1, **fields}
            self.pets[pet["id"]] = pet
        return pet


class Pets:
    def __init__(self, store):
        self.store = store

    def on_get(self, req, resp):
        limit = req.get_param("limit")
        if limit is None:
            limit = 20
        elif not (limit.isascii() and limit.isdigit() and 1 <= int(limit) <= 100):
            raise Problem(400, "INVALID_LIMIT", "limit must be an integer from 1 to 100")
        else:
            limit = int(limit)
        status = req.get_param("status")
        if status is not None and status not in STATUSES:
            raise Problem(400, "INVALID_STATUS", "status must be one of " + ", ".join(STATUSES))
        pets = [p for p in list(self.store.pets.values()) if status in (None, p.get("status"))]
        resp.media = pets[:limit]

    def on_post(self, req, resp):
        if (req.content_type or "").split(";")[0].strip().lower() != "application/json":
            raise Problem(415, "UNSUPPORTED_MEDIA_TYPE", "The body must be application/json")
        try:
            body = json.loads(req.bounded_stream.read())
        except ValueError:
            raise Problem(400, "INVALID_JSON", "The body is not JSON")
        errors = sorted(NEW_PET.iter_errors(body), key=str)
        if errors:
            raise Problem(400, "INVALID_PET", errors[0].message)
        body["categoryId"] = int(body["categoryId"])
        resp.status = 201
        resp.media = self.store.add(body)
        resp.location = f"/v1/pets/{resp.media['id']}"


class Pet:
    def __init__(self, store):
        self.store = store

    def on_get(self, req, resp, pet_id):
        pet = self.store.pets.get(int(pet_id)) if pet_id.isascii() and pet_id.isdigit() else None
        if pet is None:
            raise Problem(404, "PET_NOT_FOUND", "The animal could not be found")
        resp.set_header("Sunset", "Thu, 05 Dec 2030 00:00:00 GMT")
        resp.media = pet


app = falcon.App(middleware=[Limits()])
app.add_error_handler(falcon.HTTPError, answer_http_error)
app.add_error_handler(Problem, answer_problem)
store = Store()
app.add_route("/v1/pets", Pets(store))
app.add_route("/v1/pets/{pet_id}", Pet(store))
serve(app, host="127.0.0.1", port=int(os.environ["PORT"]), threads=8, _quiet=True)
