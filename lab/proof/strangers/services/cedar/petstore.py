#!/usr/bin/env python3
"""Pet Store service, interface version 1.0.0 (Python 3.11+, standard library only).

Environment
  PORT     port to listen on at 127.0.0.1; 0 or unset means any free port
  KEYS     key:plan[,key:plan...]; plans: free, pro, business, enterprise
  PETS     how many pets it starts with (40)
  CONTROL  1 opens /control (freeze, advance, remaining, reset) for tests

Silences of the interface document, and how they are settled here
  default status        "pending": a newcomer is looked over before it is offered
  name                  0 to 1000 code points; the empty name is allowed (a foundling may have none);
                        kept as sent, control characters and unpaired surrogates included
  integers              1.0 and 1e3 are integers (exactly, up to int64); "1", true and 1.5 are not
  status: null          not a PetStatus, hence 400
  unknown body fields   ignored, an "id" too; the same field twice in one object is a 400
  ids                   random over the whole of int64, negative ones included; 0 is never given
  order of the list     by id, ascending; ids being random, a new pet may turn up on any page
  further pages         Link header, rel="next", a reference relative to the host; it carries
                        after=<last id of this page>. No Link, no further page. X-Total-Count
                        tells how many pets match the filter
  bad query values      422, since 400 is listed for POST /pets only; repeated parameters too;
                        unknown parameters are ignored
  malformed petId       404: there is no such animal
  key issue, scope      keys come from KEYS and each may use all operations
  reading the key       "Bearer" in any letter case; two Authorization headers are an invalid key
  missing/invalid key   decided before everything else under /v1, never limited, never counted
  enterprise limits     5,000 a minute and 500,000 a day
  windows               opened by a key's first request, then 60 s and 24 h long; not tied to the
                        clock face. A request needs room in both
  what counts           every request under /v1 with a valid key that is not refused with 429,
                        whatever becomes of it (400, 404, 405...)
  rate limit headers    of the window with fewer requests left (when equal: that which resets
                        later); when refused, of the spent window that resets last. Without a
                        valid key: limit 0, remaining 0, reset at the next full minute
  Retry-After           an HTTP-date, rounded up to the second, on the clock of the Date header
  429 body              Error shape
  temporary ban         the 25th refusal in a row bans the key for 5 minutes; requests in the
                        meantime get 429 (code rate.banned) and do not prolong it
  values of code        dotted: auth.*, body.*, pet.*, query.*, rate.*, path.*, method.*, ...
  deprecation           Deprecation, Sunset and Link (successor-version) on each reply of that path
  after the removal     from 2030-12-05 00:00 UTC GET /pets/{petId} answers 410
  media type            a body must be application/json, else 415; a missing Content-Type will do
  other methods, paths  405 with Allow; 404 in Error shape under /v1, as plain text elsewhere
  HEAD                  answered like GET, and counted
  capacity              50,000 pets on top of the first ones, then 507; bodies to 64 KiB, then 413
  status transitions    none: nothing in the interface changes a pet

Lawful oddities
  header names are sent in lower case
  lists go out chunked to HTTP/1.1 clients, and gzipped when asked for
  a connection is closed after 100 requests
  non-ASCII text in replies is written as \\u escapes
  Error bodies carry a further "requestId" (also a header) and, for a bad pet, "fields"
  201 has no Location, as the address it would name is due for removal
  422, 405, 410, 413, 415 and 507 exist, all in Error shape
  plain text for addresses that are not under /v1
  content-type carries charset=utf-8
"""

import bisect
import gzip
import hashlib
import json
import logging
import os
import re
import secrets
import signal
import sys
import threading
import time
from dataclasses import dataclass
from datetime import datetime, timezone
from decimal import Decimal
from email.utils import formatdate
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, unquote, urlencode

log = logging.getLogger("petstore")

STATUSES = ("available", "pending", "sold")
DEFAULT_STATUS = "pending"
INT64_MIN, INT64_MAX = -(2**63), 2**63 - 1
MAX_NAME = 1000
MAX_BODY = 64 * 1024
MAX_DRAIN = 8 * 1024 * 1024
ROOM_FOR_NEW_PETS = 50_000
DEFAULT_PAGE, MAX_PAGE = 20, 100
LIST_CHUNK = 1024

MINUTE_MS, DAY_MS = 60_000, 86_400_000
PLANS = {  # requests per minute, per day
    "free": (60, 1_000),
    "pro": (300, 10_000),
    "business": (1_000, 100_000),
    "enterprise": (5_000, 500_000),
}
BAN_AFTER_REFUSALS = 25
BAN_MS = 5 * MINUTE_MS

DEPRECATED_SINCE = datetime(2025, 12, 5, tzinfo=timezone.utc)
REMOVAL = datetime(2030, 12, 5, tzinfo=timezone.utc)
LAST_MOMENT_MS = 253_402_300_799_000 - 400 * DAY_MS  # HTTP dates end with the year 9999

JSON_TYPE = "application/json; charset=utf-8"
BEARER = re.compile(r"bearer +(\S+)", re.IGNORECASE)
CANONICAL_INT = re.compile(r"0|-?[1-9][0-9]{0,18}")


def ceil_seconds(ms):
    return -(-ms // 1000)


def http_date(seconds):
    return formatdate(seconds, usegmt=True)


class ApiError(Exception):
    """A reply in Error shape."""

    def __init__(self, status, code, message, headers=None, **further):
        super().__init__(message)
        self.status, self.code, self.message = int(status), code, message
        self.headers = headers or {}
        self.further = further


# ---------------------------------------------------------------- time

class Clock:
    """The only source of time: Unix milliseconds, which a test may freeze and move."""

    def __init__(self):
        self._lock = threading.RLock()
        self._offset = 0
        self._frozen_at = None

    def now(self):
        with self._lock:
            if self._frozen_at is not None:
                return self._frozen_at
            return time.time_ns() // 1_000_000 + self._offset

    def freeze(self):
        with self._lock:
            self._frozen_at = self.now()
            return self._frozen_at

    def advance(self, ms):
        with self._lock:
            if self.now() + ms > LAST_MOMENT_MS:
                raise ApiError(400, "control.invalid", "The calendar ends there.")
            if self._frozen_at is None:
                self._offset += ms
            else:
                self._frozen_at += ms
            return self.now()


# ---------------------------------------------------------------- limits

@dataclass(frozen=True)
class Quota:
    limit: int
    remaining: int
    reset_ms: int


class Window:
    """A count of requests left, opened by the first request and lasting for a fixed time."""

    def __init__(self, limit, length_ms):
        self.limit, self.length_ms = limit, length_ms
        self._left, self._ends = limit, 0

    def view(self, now):
        if now >= self._ends:
            return Quota(self.limit, self.limit, now + self.length_ms)
        return Quota(self.limit, self._left, self._ends)

    def set_left(self, now, left):
        if now >= self._ends:
            self._ends = now + self.length_ms
        self._left = min(left, self.limit)

    def spend(self, now):
        self.set_left(now, self.view(now).remaining - 1)


class Account:
    """What the service remembers of one API key."""

    def __init__(self, plan):
        self._plan = plan
        self._lock = threading.Lock()
        self.reset()

    def reset(self):
        with self._lock:
            per_minute, per_day = PLANS[self._plan]
            self._minute = Window(per_minute, MINUTE_MS)
            self._day = Window(per_day, DAY_MS)
            self._refusals = 0
            self._banned_until = 0

    def set_remaining(self, now, minute=None, day=None):
        with self._lock:
            if minute is not None:
                self._minute.set_left(now, minute)
            if day is not None:
                self._day.set_left(now, day)

    def quota(self, now):
        with self._lock:
            return self._judge(now)[0]

    def take(self, now):
        """Count one request: (quota, None), or (quota, (code, message)) when there is no room."""
        with self._lock:
            quota, refusal = self._judge(now)
            if refusal is None:
                self._minute.spend(now)
                self._day.spend(now)
                self._refusals = 0
                return self._tightest(now), None
            if now >= self._banned_until:
                self._refusals += 1
                if self._refusals >= BAN_AFTER_REFUSALS:
                    self._refusals = 0
                    self._banned_until = now + BAN_MS
                    quota, refusal = self._judge(now)
            return quota, refusal

    def _judge(self, now):
        minute, day = self._minute.view(now), self._day.view(now)
        spent = [quota for quota in (minute, day) if quota.remaining == 0]
        if now < self._banned_until:
            until = max([self._banned_until] + [quota.reset_ms for quota in spent])
            quota = Quota(minute.limit, 0, until)
            return quota, ("rate.banned", "Banned for a while: requests went on after 429.")
        if not spent:
            return self._tightest(now), None
        quota = max(spent, key=lambda q: q.reset_ms)
        span = "minute" if quota is minute else "day"
        return quota, (f"rate.{span}", f"The limit of {quota.limit} per {span} is used up.")

    def _tightest(self, now):
        return min(self._minute.view(now), self._day.view(now),
                   key=lambda q: (q.remaining, -q.reset_ms))


class Keyring:
    """The API keys by their digests."""

    def __init__(self, specification):
        self._accounts = {}
        for entry in filter(None, map(str.strip, specification.split(","))):
            key, _, plan = entry.rpartition(":")
            if not key or plan not in PLANS:
                raise ValueError(f"KEYS: expected <key>:<plan>, plan one of {', '.join(PLANS)}")
            self._accounts[self._digest(key.encode())] = Account(plan)

    @staticmethod
    def _digest(key):
        return hashlib.sha256(key).digest()

    def find(self, key):
        return self._accounts.get(self._digest(key))

    def reset(self):
        for account in self._accounts.values():
            account.reset()


# ---------------------------------------------------------------- pets

SEED_NAMES = (
    "Biscuit", "Marmalade", "Olive", "Tofu", "Señor Whiskers", "Pumpernickel", "Zoë", "Gulliver",
    "Łatka", "Mochi", "さくら", "Brünhilde", "O'Malley", "Pixel", "Quill", "Снежок", "Thimble",
    "Juniper", "Wednesday", "Captain \"Hook\"", "Nougat", "Ziggy", "Fig", "Almond & Co.", "小黑",
    "Bramble", "Comet 🐾", "Dumpling", "Ember", "Fjord", "Gnocchi", "Hazel", "Iggy", "Jellybean",
    "Kestrel", "Lentil", "Moss", "Noodle", "Otto", "Pepper",
)
SEED_CATEGORIES = (11, 12, 17, 2_147_483_648, 9_007_199_254_740_993, INT64_MAX)


class PetStore:
    """Pets by id, with a sorted index of ids per status. Pets never change once they are in."""

    def __init__(self, seed_count):
        self._lock = threading.Lock()
        self._capacity = seed_count + ROOM_FOR_NEW_PETS
        self._clear()
        for n in range(seed_count):
            lap, place = divmod(n, len(SEED_NAMES))
            name = SEED_NAMES[place] + (f" {lap + 1}" if lap else "")
            self.add(name, SEED_CATEGORIES[n % len(SEED_CATEGORIES)], STATUSES[n * 7 % 5 % 3])
        self._seed = tuple(self._pets.values())

    def _clear(self):
        self._pets = {}
        self._ids = {status: [] for status in (None, *STATUSES)}

    def _insert(self, pet):
        self._pets[pet["id"]] = pet
        for index in (None, pet["status"]):
            bisect.insort(self._ids[index], pet["id"])

    def reset(self):
        with self._lock:
            self._clear()
            for pet in self._seed:
                self._insert(pet)

    def add(self, name, category_id, status):
        with self._lock:
            if len(self._pets) >= self._capacity:
                raise ApiError(507, "store.full", "There is no room for another animal.")
            pet_id = 0
            while pet_id == 0 or pet_id in self._pets:
                pet_id = secrets.randbits(64) + INT64_MIN
            pet = {"id": pet_id, "name": name, "categoryId": category_id, "status": status}
            self._insert(pet)
            return pet

    def get(self, pet_id):
        with self._lock:
            return self._pets.get(pet_id)

    def page(self, limit, status, after):
        """One page of pets, whether there are more behind it, and the number of all matches."""
        with self._lock:
            ids = self._ids[status]
            start = 0 if after is None else bisect.bisect_right(ids, after)
            chosen = ids[start:start + limit]
            return [self._pets[i] for i in chosen], start + limit < len(ids), len(ids)


# ---------------------------------------------------------------- reading what clients send

def _no_constant(name):
    raise ValueError(f"{name} is not JSON")


def _object(pairs):
    result = dict(pairs)
    if len(result) != len(pairs):
        raise ValueError("a field occurs twice")
    return result


def parse_json(raw):
    try:
        return json.loads(raw.decode("utf-8-sig"), parse_float=Decimal,
                          parse_constant=_no_constant, object_pairs_hook=_object)
    except (ValueError, ArithmeticError, RecursionError) as error:
        raise ApiError(400, "body.malformed", f"The body is not valid JSON: {error}"[:200]) from None


def as_int64(value):
    """The integer that a JSON value stands for, or None when it is no int64."""
    if isinstance(value, bool) or not isinstance(value, (int, Decimal)):
        return None
    if not INT64_MIN <= value <= INT64_MAX:
        return None
    if isinstance(value, Decimal):
        if value.is_zero():
            return 0
        if value != value.to_integral_value():
            return None
    return int(value)


def read_new_pet(body):
    if not isinstance(body, dict):
        raise ApiError(400, "pet.invalid", "The body must be a JSON object.")
    problems = {}
    name, category_id = body.get("name"), as_int64(body.get("categoryId"))
    status = body.get("status", DEFAULT_STATUS)
    if "name" not in body:
        problems["name"] = "is required"
    elif not isinstance(name, str) or len(name) > MAX_NAME:
        problems["name"] = f"must be a string of at most {MAX_NAME} characters"
    if "categoryId" not in body:
        problems["categoryId"] = "is required"
    elif category_id is None:
        problems["categoryId"] = "must be an integer within int64"
    if not isinstance(status, str) or status not in STATUSES:
        problems["status"] = f"must be one of {', '.join(STATUSES)}"
    if problems:
        message = "; ".join(f"{field} {problem}" for field, problem in problems.items())
        raise ApiError(400, "pet.invalid", message, fields=problems)
    return name, category_id, status


def int64_text(text):
    if CANONICAL_INT.fullmatch(text) and INT64_MIN <= int(text) <= INT64_MAX:
        return int(text)
    return None


def read_list_query(query):
    try:
        given = parse_qs(query, keep_blank_values=True, max_num_fields=100)
    except ValueError:
        raise ApiError(422, "query.invalid", "Too many query parameters.") from None

    def single(name):
        values = given.get(name, [None])
        if len(values) > 1:
            raise ApiError(422, "query.invalid", f"{name} must not be repeated.")
        return values[0]

    limit, status, after = single("limit"), single("status"), single("after")
    size = DEFAULT_PAGE if limit is None else int64_text(limit)
    if size is None or not 1 <= size <= MAX_PAGE:
        raise ApiError(422, "query.invalid", f"limit must be an integer from 1 to {MAX_PAGE}.")
    if status is not None and status not in STATUSES:
        raise ApiError(422, "query.invalid", f"status must be one of {', '.join(STATUSES)}.")
    if after is not None:
        after = int64_text(after)
        if after is None:
            raise ApiError(422, "query.invalid", "after must be an id, as given in a Link header.")
    return size, status, after


def accepts_gzip(header):
    for item in header.lower().split(","):
        coding, _, weight = item.replace(" ", "").partition(";")
        if coding == "gzip":
            return not re.fullmatch(r"q=0(\.0*)?", weight)
    return False


# ---------------------------------------------------------------- HTTP

@dataclass(frozen=True)
class App:
    clock: Clock
    keyring: Keyring
    store: PetStore
    control: bool


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    default_request_version = "HTTP/1.0"
    disable_nagle_algorithm = True
    wbufsize = -1
    timeout = 20
    requests_per_connection = 100

    app: App  # set by make_server
    served = 0

    def dispatch(self):
        self.begin()
        try:
            body = self.read_body()
            self.now = self.app.clock.now()
            path, _, query = re.sub(r"^https?://[^/?]*", "", self.path).partition("?")
            match [unquote(segment) for segment in path.split("/")][1:]:
                case ["v1", *rest]:
                    self.serve_api(rest, query, body)
                case ["control", action] if self.app.control:
                    self.serve_control(action, body)
                case _:
                    account = self.find_account()[1]
                    if account:
                        self.quota = account.quota(self.now)
                    self.reply(404, b"Nothing here.\n", "text/plain; charset=utf-8")
        except ApiError as error:
            self.reply_error(error)
        except (ConnectionError, TimeoutError):
            raise
        except Exception:
            log.exception("request %s failed", self.request_id)
            self.close_connection = True
            self.reply_error(ApiError(500, "internal", "Something went wrong on our side."))

    do_GET = do_HEAD = do_POST = do_PUT = do_PATCH = do_DELETE = do_OPTIONS = dispatch

    def begin(self):
        self.served += 1
        self.now = self.app.clock.now()
        self.request_id = secrets.token_hex(8)
        self.quota = Quota(0, 0, (self.now // MINUTE_MS + 1) * MINUTE_MS)
        self.standing_headers = {}

    # -- the pet store

    def serve_api(self, path, query, body):
        is_single = len(path) == 2 and path[0] == "pets" and path[1] != ""
        if is_single:
            self.standing_headers = {
                "deprecation": f"@{int(DEPRECATED_SINCE.timestamp())}",
                "sunset": http_date(REMOVAL.timestamp()),
                "link": '</v1/pets?status=available>; rel="successor-version"',
            }
        self.admit()
        if path == ["pets"]:
            match self.command:
                case "GET" | "HEAD":
                    self.list_pets(query)
                case "POST":
                    self.create_pet(body)
                case _:
                    self.refuse_method("GET, HEAD, POST")
        elif is_single and self.now >= REMOVAL.timestamp() * 1000:
            raise ApiError(410, "path.removed", "This operation was removed; use GET /pets.")
        elif is_single:
            if self.command not in ("GET", "HEAD"):
                self.refuse_method("GET, HEAD")
            self.get_pet(path[1])
        else:
            raise ApiError(404, "path.unknown", "There is no such resource.")

    def find_account(self):
        """Whether one bearer key was sent, and the account that it opens."""
        values = self.headers.get_all("authorization", [])
        match = BEARER.fullmatch(values[0].strip()) if len(values) == 1 else None
        if match is None:
            return len(values) > 1, None
        return True, self.app.keyring.find(match[1].encode("latin-1", "replace"))

    def admit(self):
        sent, account = self.find_account()
        if account is None:
            if not sent:
                raise ApiError(401, "auth.missing", "Send an API key as Authorization: Bearer <API_KEY>.",
                               {"www-authenticate": 'Bearer realm="pets"'})
            raise ApiError(401, "auth.invalid", "This API key is not valid.",
                           {"www-authenticate": 'Bearer realm="pets", error="invalid_token"'})
        self.quota, refusal = account.take(self.now)
        if refusal:
            retry_at = http_date(ceil_seconds(self.quota.reset_ms))
            raise ApiError(429, *refusal, {"retry-after": retry_at})

    def refuse_method(self, allowed):
        raise ApiError(405, "method.unsupported", f"Allowed here: {allowed}.", {"allow": allowed})

    def list_pets(self, query):
        limit, status, after = read_list_query(query)
        pets, more, total = self.app.store.page(limit, status, after)
        headers = {"x-total-count": str(total), "vary": "accept-encoding"}
        if more:
            following = {"limit": limit, "after": pets[-1]["id"]}
            if status:
                following["status"] = status
            headers["link"] = f'</v1/pets?{urlencode(following)}>; rel="next"'
        body = json.dumps(pets).encode("ascii")
        if accepts_gzip(self.headers.get("accept-encoding", "")):
            headers["content-encoding"] = "gzip"
            body = gzip.compress(body, 6, mtime=0)
        self.reply(200, body, JSON_TYPE, headers, chunked=True)

    def create_pet(self, body):
        if body is None:
            raise ApiError(413, "body.too-large", f"A body may have up to {MAX_BODY} bytes.")
        if not body:
            raise ApiError(400, "body.missing", "A JSON body is required.")
        media_type = self.headers.get("content-type", "application/json")
        coding = self.headers.get("content-encoding", "identity")
        if (media_type.partition(";")[0].strip().lower() != "application/json"
                or coding.strip().lower() != "identity"):
            raise ApiError(415, "body.unsupported", "The body must be plain application/json.")
        self.reply_json(201, self.app.store.add(*read_new_pet(parse_json(body))))

    def get_pet(self, text):
        pet_id = int64_text(text)
        pet = None if pet_id is None else self.app.store.get(pet_id)
        if pet is None:
            raise ApiError(404, "pet.unknown", "There is no animal with this id.")
        self.reply_json(200, pet)

    # -- the test controls

    def serve_control(self, action, body):
        if self.command != "POST":
            self.refuse_method("POST")
        given = parse_json(body) if body else {}
        if not isinstance(given, dict):
            raise ApiError(400, "control.invalid", "The body must be a JSON object.")
        clock, keyring = self.app.clock, self.app.keyring
        match action:
            case "freeze":
                self.reply_json(200, {"now": clock.freeze()})
            case "advance":
                seconds = given.get("seconds")
                if (isinstance(seconds, bool) or not isinstance(seconds, (int, Decimal))
                        or not 0 <= seconds <= LAST_MOMENT_MS):
                    raise ApiError(400, "control.invalid", "seconds must be a number from 0 on.")
                self.reply_json(200, {"now": clock.advance(int(seconds * 1000))})
            case "remaining":
                key = given.get("key")
                left = {span: given[span] for span in ("minute", "day") if span in given}
                account = isinstance(key, str) and keyring.find(key.encode("utf-8", "replace"))
                if not account:
                    raise ApiError(404, "control.invalid", "key must be one of the known keys.")
                if any(type(n) is not int or n < 0 for n in left.values()):
                    raise ApiError(400, "control.invalid", "minute and day must be integers from 0 on.")
                account.set_remaining(self.now, **left)
                self.reply_json(200, {})
            case "reset":
                self.app.store.reset()
                keyring.reset()
                self.reply_json(200, {})
            case _:
                raise ApiError(404, "path.unknown", "There is no such control.")

    # -- reading and writing messages

    def read_body(self):
        """The request's body, or None when it is larger than allowed."""
        codings = [c.strip().lower() for c in self.headers.get_all("transfer-encoding", [])]
        lengths = {n.strip() for n in self.headers.get_all("content-length", [])}
        if codings:
            if codings != ["chunked"] or lengths:
                self.bad_framing()
            pieces = self.chunked_pieces()
        elif lengths:
            length = lengths.pop()
            if lengths or not re.fullmatch(r"[0-9]{1,15}", length):
                self.bad_framing()
            pieces = self.pieces(int(length))
        else:
            return b""
        body, total = bytearray(), 0
        for piece in pieces:
            total += len(piece)
            if total <= MAX_BODY:
                body += piece
            elif total > MAX_DRAIN:
                self.close_connection = True
                break
        return bytes(body) if total <= MAX_BODY else None

    def pieces(self, length):
        while length:
            piece = self.rfile.read(min(length, MAX_BODY))
            if not piece:
                raise ConnectionResetError("the client went away")
            length -= len(piece)
            yield piece

    def chunked_pieces(self):
        while True:
            size = re.fullmatch(rb"([0-9a-fA-F]{1,12})[ \t]*(;[^\r\n]*)?\r?\n", self.rfile.readline(4096))
            if not size:
                self.bad_framing()
            length = int(size[1], 16)
            if length == 0:
                break
            yield from self.pieces(length)
            if self.rfile.readline(3) not in (b"\r\n", b"\n"):
                self.bad_framing()
        for _ in range(50):
            if self.rfile.readline(4096) in (b"\r\n", b"\n"):
                return
        self.bad_framing()

    def bad_framing(self):
        self.close_connection = True
        raise ApiError(400, "http.malformed", "The length of the request body is unclear.")

    def reply_json(self, status, value, headers=None):
        self.reply(status, json.dumps(value).encode("ascii"), JSON_TYPE, headers)

    def reply_error(self, error):
        body = {"code": error.code, "message": error.message, "status": error.status,
                "requestId": self.request_id, **error.further}
        self.reply_json(error.status, body, error.headers)

    def reply(self, status, body, content_type, headers=None, chunked=False):
        chunked = chunked and self.request_version >= "HTTP/1.1"
        if self.served >= self.requests_per_connection:
            self.close_connection = True
        self.send_response_only(status, HTTPStatus(status).phrase)
        for name, value in {
            "date": http_date(self.now // 1000),
            "content-type": content_type,
            **({"transfer-encoding": "chunked"} if chunked else {"content-length": str(len(body))}),
            "cache-control": "no-store",
            "x-request-id": self.request_id,
            "x-ratelimit-limit": str(self.quota.limit),
            "x-ratelimit-remaining": str(self.quota.remaining),
            "x-ratelimit-reset": str(ceil_seconds(self.quota.reset_ms)),
            **self.standing_headers,
            **(headers or {}),
            "connection": "close" if self.close_connection else "keep-alive",
        }.items():
            self.send_header(name, value)
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(b"".join(self.chunks(body)) if chunked else body)
        self.wfile.flush()

    @staticmethod
    def chunks(body):
        for start in range(0, len(body), LIST_CHUNK):
            piece = body[start:start + LIST_CHUNK]
            yield b"%x\r\n%b\r\n" % (len(piece), piece)
        yield b"0\r\n\r\n"

    def send_error(self, code, message=None, explain=None):
        """Requests that http.server itself turns down."""
        self.begin()
        self.close_connection = True
        phrase = message or HTTPStatus(code).phrase
        self.reply_error(ApiError(code, "http.malformed" if code < 500 else "http.unsupported", phrase))

    def handle_expect_100(self):
        super().handle_expect_100()
        self.wfile.flush()
        return True

    def log_message(self, format, *args):
        log.debug(format, *args)


class Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128

    def handle_error(self, request, client_address):
        if not isinstance(sys.exc_info()[1], (ConnectionError, TimeoutError)):
            log.exception("connection failed")


def make_server(environment):
    app = App(
        clock=Clock(),
        keyring=Keyring(environment.get("KEYS", "")),
        store=PetStore(max(0, int(environment.get("PETS") or len(SEED_NAMES)))),
        control=environment.get("CONTROL") == "1",
    )
    handler = type("BoundHandler", (Handler,), {"app": app})
    return Server(("127.0.0.1", int(environment.get("PORT") or 0)), handler)


def main():
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(message)s")
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: os._exit(0))
    try:
        server = make_server(os.environ)
    except (ValueError, OSError) as error:
        sys.exit(f"petstore: {error}")
    print(f"listening on http://127.0.0.1:{server.server_address[1]}/v1", flush=True)
    server.serve_forever()


if __name__ == "__main__":
    main()
