"""Pet store over HTTP: FastAPI, run by uvicorn.

    PORT=0 KEYS=key:plan,… PETS=40 CONTROL=1 OPTIONS=name=value,… BREACH=name \\
        /usr/bin/python3 petstore.py

Plans: free, pro, business, enterprise.  Serves /v1 and /staging/v1, prints
`listening on http://127.0.0.1:PORT/v1` once it listens.  BREACH names one of the
promises to break (see breaches.json).  The state is in state.py.

Control (POST, JSON, only with CONTROL=1, never metered):
    /control/freeze {}                                  stops the clock
    /control/advance {"seconds": n}                     moves the clock on
    /control/remaining {"key": k, "minute"?: n, "day"?: n}
    /control/reset {}                                   back to the start (not the clock)
    /control/configure {"options": {…}, "breach": name or null}   and reset

The freedoms.  Each line is `name = value | value …`, the first value being the
default; below it stands what leaves it open.  The program reads this table.

OPTIONS
default_status = available | absent | pending | sold
    "Default value of `status` when omitted on creation, and length or character limits of `name`: not shown."
order = oldest | newest | name | status | shuffled
    "JSON array of Pet (a paginated list; …)": nothing is said about the order of the array.
ids = sequential | random | beyond53 | negative | gaps
    "Unique identifier, assigned by the service on creation": unique int64, nothing else is said.
name_rule = any | nonempty | max50 | letters
    "Default value of `status` when omitted on creation, and length or character limits of `name`: not shown."
name_form = kept | trimmed | nfc
    "The animal's name": whether outer blanks and equivalent code points are kept is not said.
category_rule = any | positive | known
    "Category record (fields, operations): not shown beyond the `categoryId` reference." (known: 1 to 9)
bad_limit = 400 | 422 | clamp | default
    "1 to 100 inclusive": what a limit outside the bounds leads to is not said; 400 is listed for POST only.
bad_status = 400 | 422 | ignored | empty
    "available, pending, sold": what another value of the filter leads to is not said.
bad_id = 404 | 400 | 422
    "Path parameter: `petId`, required, integer int64": what another form leads to is not said.
int_forms = canonical | lenient
    "integer" in query and path: whether 007, +7 or blanks around it are integers is not said.
minute_window = calendar | first | rolling | offset
    "Requests left in the current window": when a window starts is not said.
day_window = calendar | first | rolling | pacific
    "Requests per day": which day (UTC, another zone, from the first request, the last 24 hours) is not said.
rolling_reset = full | oldest
    "Unix timestamp at which the limit resets": for a rolling window, when all or when some has come back.
count_errors = all | served_only
    "Requests per minute": whether a request answered with an error counts is not said.
header_window = tightest | minute | day
    "Requests left in the current window": which of the two windows is not said.
retry_after = seconds | http_date | unix | milliseconds | iso
    "Unit and format of the `Retry-After` value: not shown."
ban_after = none | 2 | 5 | 20
    "Continued requests after a 429 may cause a temporary ban of the API key.": after how many 429s in a row.
ban_seconds = 60 | 5 | 600 | 3600
    "Length of the temporary ban: not shown."
ban_style = fixed | renewed | doubled
    "Length of the temporary ban: not shown." Renewed by each try, or doubled for each new ban.
ban_status = 429 | 403 | 401
    "Repeated requests after a 429 may lead to a temporary ban of the API key": its status is not said.
ban_headers = window | zero
    "Requests left in the current window": of a banned key, what the window holds or what may be used.
body_429 = error | empty | other
    "Body shape of a 429 response: Error shape is not stated for it."
anonymous = free | zero | counted
    "The limit that applies to the caller": what applies to a caller without a valid key is not said.
enterprise = 5000:500000 | 120:5000 | 30:300
    "| Enterprise | custom | custom |"
extra_members = none | pets | errors | both
    "All fields of NewPet, plus:": that there are no further members is not said.
json_form = compact | pretty | ascii | sorted
    "All request and response bodies are `application/json`.": blanks, escapes and order of members are not said.
header_case = canonical | lower | upper
    "X-RateLimit-Limit": names of headers have no case in HTTP.
content_type = plain | charset
    "application/json": whether a charset parameter follows is not said.
deprecation = none | standard | sunset | warning
    "This operation is deprecated": whether replies say so in headers is not said.
after_removal = 410 | 404 | 301
    "scheduled for removal on 5 December 2030": the reply after the removal is not said.
removal_moment = day_start | noon | day_end
    "removal on 5 December 2030": the hour is not said.
media_type = lenient | 415 | 400
    "The request body is required, `application/json`": what another Content-Type leads to is not said.
accept = ignored | 406
    Nothing is said about Accept.
head = 405 | as_get
    Nothing is said about HEAD.
options_method = 405 | 204
    Nothing is said about OPTIONS.
other_methods = 405 | 404
    "Update or delete of animals, …: not shown (paths, payloads and behaviour)."
unknown_params = ignored | 400
    Nothing is said about query parameters other than limit and status.
repeated_params = last | first | 400
    Nothing is said about a parameter given twice.
unknown_members = ignored | 400 | kept
    Nothing is said about members of the request body other than the three.
duplicate_members = last | first | 400
    Nothing is said about a member given twice.
integral_floats = refused | accepted
    "integer, int64": whether 5.0 or 5e0 is an integer is not said.
pages = none | offset | page | cursor | total
    "How a client requests a further page (…) and what the response carries to support it: not shown."
scope = shared | per_key
    "How a key is issued, rotated or scoped: not shown."
staging_data = shared | separate
    "A second, staging base address exists, … with the same path shape.": whose animals it shows is not said.
staging_quota = shared | separate
    "A second, staging base address exists": whether its requests count with the others is not said.
neighbours = none | adds | sells | removes
    "Transitions: not shown."; "Update or delete of animals …: not shown": others use the store meanwhile.
latency = none | before | after
    Nothing is said about time or order of replies to requests that overlap.
unknown_path = 404 | 401
    "All requests carry bearer authentication": a path that does not exist may answer 404 first.
unknown_metered = yes | no
    "Requests per minute": whether a request to no operation counts is not said.
trailing_slash = redirect | 404 | same
    Nothing is said about /pets/ .
codes = words | upper | numbers
    "The set of values of `code`: not shown."
challenge = present | absent
    "the response is 401 with an Error body": WWW-Authenticate is not mentioned.
location = absent | present
    "201 | Pet": Location is not mentioned.
etag = none | present | conditional
    Nothing is said about ETag and If-None-Match.
connection = keep | close
    Nothing is said about connections.
framing = length | chunked
    Nothing is said about Content-Length.
scheme_case = any | exact
    "in the form `Authorization: Bearer <API_KEY>`": whether `bearer` is the same form is not said.
END
"""
import asyncio
import base64
import hashlib
import json
import math
import os
import random
import re
import socket
import sys
import time
import traceback
import unicodedata
from datetime import datetime, timezone
from decimal import Decimal
from email.utils import formatdate
from enum import Enum
from types import SimpleNamespace
from typing import List, Optional

import h11
import uvicorn
from fastapi import APIRouter, Body, Depends, FastAPI, HTTPException, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from pydantic import BaseModel, StrictStr, ValidationError, conint, validator
from starlette.exceptions import HTTPException as StarletteHTTPException
from starlette.requests import ClientDisconnect
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle

from state import MINUTE, PLANS, Service, Window

INT64_MIN, INT64_MAX = -2**63, 2**63 - 1
REMOVAL = {"day_start": datetime(2030, 12, 5, tzinfo=timezone.utc),
           "noon": datetime(2030, 12, 5, 12, tzinfo=timezone.utc),
           "day_end": datetime(2030, 12, 6, tzinfo=timezone.utc)}
CODES = {400: "invalid_request", 401: "unauthorized", 403: "key_banned", 404: "not_found",
         405: "method_not_allowed", 406: "not_acceptable", 410: "gone", 413: "body_too_large",
         415: "unsupported_media_type", 422: "invalid_parameter", 429: "rate_limited",
         500: "internal_error"}
BREACHES = """
filtered-list-stale id-after-refusal missing-remembered limiter-race id-race create-lost
ban-hits-neighbour remaining-of-last-caller remaining-after-error retry-after-halves
window-slides reset-lags error-status-sticks negative-rounded int64-wraps limit-100-excluded
limit-sticks filter-leaks name-crosses connection-trusted name-loses-astral day-forgotten
bare-bad-json limit-header-leaks retry-after-capped removed-early banned-without-429 half-added
refusal-drains-other auth-leaks""".split()

_table = re.findall(r"^(\w+) = (.+)\n", __doc__.split("\nOPTIONS\n")[1], re.M)
OPTIONS = {name: [v.strip() for v in values.split("|")] for name, values in _table}


class Visit:
    """What is known about one request while it is answered."""

    def __init__(self, base):
        self.base = base
        self.quota = self.refused_by = None
        self.guarded = self.charged = self.banned = self.deprecated = self.bare = False
        self.limit_shown = None


svc: Service = None  # set by main()


def opt(name):
    return svc.options[name]


def broken(name):
    return svc.breach == name


async def overlap():
    """The wait in which, under some breaches, another request may come between."""
    await asyncio.sleep(0.1)


# ---------------------------------------------------------------- replies

def encode(value):
    form = opt("json_form")
    text = json.dumps(value, ensure_ascii=form == "ascii", sort_keys=form == "sorted",
                      indent=2 if form == "pretty" else None,
                      separators=(",", ": ") if form == "pretty" else (",", ":"))
    return text.encode()


def reply(status, value, headers=None):
    kind = "application/json" + ("; charset=utf-8" if opt("content_type") == "charset" else "")
    return Response(encode(value), status, {**(headers or {}), "content-type": kind})


def error_body(status, message):
    code = CODES.get(status, "error")
    code = {"words": code, "upper": code.upper(), "numbers": str(status)}[opt("codes")]
    body = {"code": code, "message": message, "status": status}
    if broken("error-status-sticks"):  # one shared error object
        if status == 400:
            svc.scratch["status"] = 400
        else:
            body["status"] = svc.scratch.pop("status", status)
    if opt("extra_members") in ("errors", "both"):
        body.update(requestId=f"{svc.rng.getrandbits(64):016x}", details=[])
    return body


def error(status, message, headers=None):
    if status == 429 and opt("body_429") == "empty":
        return Response(b"", status, headers)
    if status == 429 and opt("body_429") == "other":
        return reply(status, {"error": {"reason": message}}, headers)
    if status == 401 and opt("challenge") == "present":
        headers = {**(headers or {}), "www-authenticate": "Bearer"}
    return reply(status, error_body(status, message), headers)


def seconds(milliseconds):
    return -(-int(milliseconds) // 1000)


def retry_after(wait, now):
    wait = max(1000, wait)
    return {"seconds": str(seconds(wait)),
            "http_date": formatdate(seconds(now + wait), usegmt=True),
            "unix": str(seconds(now + wait)),
            "milliseconds": str(wait),
            "iso": f"PT{seconds(wait)}S"}[opt("retry_after")]


def rate_headers(visit):
    """X-RateLimit-Limit, -Remaining and -Reset of a reply."""
    now, quota = svc.clock.now(), visit.quota
    if quota is None:
        if opt("anonymous") == "zero":
            limit, left, reset = 0, 0, now + MINUTE
        else:
            limit, left, reset = 60, svc.strangers.left(now), svc.strangers.reset_at(now)
        return limit, left, seconds(reset)
    windows = {"minute": quota.minute, "day": quota.day,
               "tightest": min(quota.minute, quota.day, key=lambda w: w.left(now))}
    window = visit.refused_by or windows[opt("header_window")]
    limit, left, reset = window.limit, window.left(now), window.reset_at(now)
    if visit.banned and opt("ban_headers") == "zero":
        left, reset = 0, max(reset if visit.refused_by else 0, visit.banned)
    reset = seconds(reset)
    if broken("remaining-after-error") and not visit.refused_by:
        moment, errors = svc.scratch.get(("errors", quota.key), (0, 0))
        left = min(limit, left + errors) if moment == now // MINUTE else left
    if broken("remaining-of-last-caller"):
        last_key, last_left = svc.scratch.get("last", (quota.key, 0))
        svc.scratch["last"] = (quota.key, left)
        left = left if last_key == quota.key else last_left
    if broken("reset-lags"):
        last = svc.scratch.get(("reset", quota.key), reset)
        svc.scratch["reset", quota.key] = reset
        reset = last
    return visit.limit_shown or limit, left, reset


def rate_header_items(visit):
    limit, left, reset = rate_headers(visit)
    return [("X-RateLimit-Limit", str(limit)), ("X-RateLimit-Remaining", str(left)),
            ("X-RateLimit-Reset", str(reset))]


def spelled(name):
    if opt("header_case") != "canonical":
        return getattr(name, opt("header_case"))().encode()
    special = {"x-ratelimit-limit": "X-RateLimit-Limit", "x-ratelimit-remaining": "X-RateLimit-Remaining",
               "x-ratelimit-reset": "X-RateLimit-Reset", "etag": "ETag", "www-authenticate": "WWW-Authenticate"}
    return special.get(name.lower(), name.title()).encode()


# ---------------------------------------------------------------- who calls, and may they

bearer = HTTPBearer(auto_error=False)


def key_of(request, credentials: Optional[HTTPAuthorizationCredentials]):
    """The valid key of the request, or None."""
    key = credentials.credentials if credentials else None
    if key not in svc.keys or opt("scheme_case") == "exact" and credentials.scheme != "Bearer":
        key = None
    if broken("connection-trusted"):  # the connection is remembered as signed in
        trusted = svc.scratch.setdefault("trusted", {})
        if key:
            trusted[request.scope["client"]] = key
        elif "authorization" not in request.headers:
            key = trusted.get(request.scope["client"])
    return key


async def authenticate(request, credentials):
    visit = request.scope["visit"]
    key = key_of(request, credentials)
    if broken("auth-leaks"):  # the current user is one variable for all requests
        if key:
            svc.scratch["user"] = key
            await overlap()
            svc.scratch.pop("user", None)
        else:
            key = svc.scratch.get("user")
    if key is None:
        now = svc.clock.now()
        if opt("anonymous") == "counted" and svc.strangers.left(now):
            svc.strangers.add(now)
        return None
    visit.quota = svc.quota(visit.base, key)
    return visit.quota


def refuse(visit, quota, full, banned_until, now):
    """Answers 429 (over the limit), or whatever a banned key gets."""
    status = 429
    if full:
        visit.refused_by = quota.day if quota.day in full else quota.minute
        quota.refusals += 1
        if opt("ban_after") != "none" and banned_until <= now and quota.refusals >= int(opt("ban_after")):
            length = int(opt("ban_seconds")) * 1000
            if opt("ban_style") == "doubled":
                length *= 2 ** min(quota.bans, 6)
            banned_until = quota.banned_until = now + length
            quota.bans += 1
            quota.refusals = 0
        if broken("ban-hits-neighbour") and quota.refusals == 3:
            svc.scratch["outcast"] = (quota.key, now + 60_000)
        if broken("day-forgotten") and quota.day not in full:
            quota.day_to_clear = quota.minute.reset_at(now)
        if broken("refusal-drains-other"):
            for other in svc.keys:
                if other != quota.key and svc.quota(visit.base, other).minute.left(now):
                    svc.quota(visit.base, other).minute.add(now)
    else:
        status = int(opt("ban_status"))
    if banned_until > now:
        if opt("ban_style") == "renewed" and quota.banned_until > now:
            banned_until = quota.banned_until = max(banned_until, now + int(opt("ban_seconds")) * 1000)
        visit.banned = banned_until
    wait = max([w.free_at(now) for w in full] + [banned_until]) - now
    if broken("retry-after-halves") and quota.refusals >= 2:
        wait //= 2
    if broken("retry-after-capped"):
        wait = min(wait, 60_000)
    message = "The API key is banned for a while." if not full else "Too many requests."
    raise HTTPException(status, message, {"Retry-After": retry_after(wait, now)})


async def admit(visit):
    """Counts the request, or refuses it."""
    quota, now = visit.quota, svc.clock.now()
    if quota.day_to_clear and now >= quota.day_to_clear:
        quota.day.set_left(quota.day.limit, now)
        quota.day_to_clear = None
    banned_until = quota.banned_until
    if broken("ban-hits-neighbour"):
        culprit, until = svc.scratch.get("outcast", (quota.key, 0))
        banned_until = until if culprit != quota.key else banned_until
    full = [w for w in (quota.day, quota.minute) if w.free_at(now) > now]
    if full or banned_until > now:
        refuse(visit, quota, full, banned_until, now)
    if broken("limiter-race"):
        await overlap()
    quota.minute.add(now)
    quota.day.add(now)
    quota.refusals = 0
    visit.charged = True
    if broken("banned-without-429") and not quota.minute.left(now):
        quota.banned_until = quota.minute.reset_at(now) + 120_000
    if broken("limit-header-leaks"):
        svc.scratch["limit shown"] = quota
        await overlap()
        other = svc.scratch["limit shown"]
        visit.limit_shown = other.minute.limit if other.plan != quota.plan else None


def check_accept(request):
    wanted = request.headers.get("accept", "").strip().lower()
    kinds = [re.sub(r"\s", "", part) for part in wanted.split(",") if part.strip()]
    if opt("accept") == "406" and kinds and not any(
            kind.split(";")[0] in ("*/*", "application/*", "application/json")
            and not re.search(r";q=0(\.0*)?$", kind) for kind in kinds):
        raise HTTPException(406, "Only application/json is offered.")


async def caller(request: Request, credentials: HTTPAuthorizationCredentials = Depends(bearer)):
    """Dependency of every operation: valid key, within the limits."""
    visit = request.scope["visit"]
    visit.guarded = True
    await request.body()  # so that nothing waits between counting and answering
    if await authenticate(request, credentials) is None:
        raise HTTPException(401, "The API key is missing or invalid.")
    await admit(visit)
    check_accept(request)
    return visit


# ---------------------------------------------------------------- what is asked

class PetStatus(str, Enum):
    available = "available"
    pending = "pending"
    sold = "sold"


class NewPet(BaseModel):
    name: StrictStr
    categoryId: conint(strict=True, ge=INT64_MIN, le=INT64_MAX)
    status: PetStatus = None

    @validator("status", pre=True)
    def status_not_null(cls, value):
        if not isinstance(value, str):
            raise ValueError("status is one of available, pending, sold")
        return value

    @validator("name")
    def name_form_and_rule(cls, name):
        if opt("name_form") == "trimmed":
            name = name.strip()
        elif opt("name_form") == "nfc":
            name = unicodedata.normalize("NFC", name)
        rule = opt("name_rule")
        if rule == "nonempty" and not name.strip() or rule == "max50" and len(name) > 50 \
                or rule == "letters" and not all(c.isalpha() or c in " '-" for c in name):
            raise ValueError("this name is not accepted")
        return name

    @validator("categoryId")
    def category_known(cls, number):
        if opt("category_rule") == "positive" and number < 1 \
                or opt("category_rule") == "known" and not 1 <= number <= 9:
            raise ValueError("there is no such category")
        return number


class Pet(NewPet):
    id: int


def read_int(text):
    """An int64 from a query or a path, or None."""
    pattern = r"\s*[+-]?[0-9]{1,40}\s*" if opt("int_forms") == "lenient" else r"0|-?[1-9][0-9]{0,19}"
    number = int(text) if re.fullmatch(pattern, text) else None
    return number if number is not None and INT64_MIN <= number <= INT64_MAX else None


def one_param(request, name):
    values = request.query_params.getlist(name)
    if len(values) > 1 and opt("repeated_params") == "400":
        raise HTTPException(400, f"{name} is given more than once.")
    return values[0 if opt("repeated_params") == "first" else -1] if values else None


async def list_query(request: Request, visit: Visit = Depends(caller)):
    """Dependency of listPets: limit, status and where the page starts."""
    paging = opt("pages") if opt("pages") in ("offset", "page", "cursor") else None
    if opt("unknown_params") == "400" and set(request.query_params) - {"limit", "status", paging}:
        raise HTTPException(400, "There is no such query parameter.")
    query = SimpleNamespace(limit=20, status=None, start=0, nothing=False)
    if broken("limit-sticks"):
        query.limit = svc.scratch.get("limit", 20)
    text = one_param(request, "limit")
    if text is not None:
        number = read_int(text)
        highest = 99 if broken("limit-100-excluded") else 100
        if number is not None and 1 <= number <= highest:
            query.limit = svc.scratch["limit"] = number
        elif opt("bad_limit") in ("400", "422"):
            raise HTTPException(int(opt("bad_limit")), "limit is an integer from 1 to 100.")
        elif opt("bad_limit") == "clamp" and number is not None:
            query.limit = max(1, min(highest, number))
        else:
            query.limit = 20
    text = one_param(request, "status")
    if text is not None:
        if text in PetStatus.__members__:
            query.status = text
        elif opt("bad_status") in ("400", "422"):
            raise HTTPException(int(opt("bad_status")), "status is one of available, pending, sold.")
        else:
            query.nothing = opt("bad_status") == "empty"
    text = one_param(request, paging) if paging else None
    if text is not None:
        if paging == "cursor":
            try:
                text = base64.urlsafe_b64decode(text.encode() + b"==").decode("latin-1")
            except ValueError:
                text = ""
        number = int(text) if re.fullmatch("[0-9]{1,9}", text) else -1
        if number < (paging == "page"):
            raise HTTPException(400, f"{paging} is not valid.")
        query.start = (number - 1) * query.limit if paging == "page" else number
    return query


def members(pairs):
    found = dict(pairs)
    if len(found) < len(pairs):
        if opt("duplicate_members") == "400":
            raise ValueError("a member is given twice")
        if opt("duplicate_members") == "first":
            found = dict(reversed(pairs))
    return found


def real(text):
    number = Decimal(text)
    if opt("integral_floats") == "accepted" and number.adjusted() < 30 and number == number.to_integral_value():
        return int(number)
    return float(text)


def no_constant(text):
    raise ValueError(f"{text} is not JSON")


async def new_pet(request: Request, visit: Visit = Depends(caller)):
    """Dependency of createPet: the body, checked, and the further members to keep."""
    raw = await request.body()
    if len(raw) > 1_000_000:
        raise HTTPException(413, "The body is too large.")
    media = request.headers.get("content-type", "").split(";")[0].strip().lower()
    if media != "application/json" and opt("media_type") != "lenient" and raw:
        raise HTTPException(int(opt("media_type")), "The body must be application/json.")
    try:
        body = json.loads(raw.decode(), object_pairs_hook=members, parse_float=real, parse_constant=no_constant)
        json.dumps(body, ensure_ascii=False).encode()  # no halves of surrogate pairs
    except (ValueError, RecursionError, ArithmeticError) as problem:
        visit.bare = broken("bare-bad-json")
        raise HTTPException(400, f"The body is not JSON: {type(problem).__name__}.")
    if not isinstance(body, dict):
        raise HTTPException(400, "The body must be an object with name and categoryId.")
    more = {n: v for n, v in body.items() if n not in Pet.__fields__ and isinstance(v, (str, bool))}
    if opt("unknown_members") == "400" and set(body) - set(NewPet.__fields__):
        raise HTTPException(400, "There is no such member.")
    if broken("int64-wraps") and type(body.get("categoryId")) is int \
            and 2**63 <= body["categoryId"] < 2**64:
        body["categoryId"] -= 2**64
    try:
        pet = NewPet.parse_obj(body)
    except ValidationError as problems:
        where = {e["loc"][0] for e in problems.errors()}
        if broken("half-added") and where == {"status"}:  # saved first, checked after
            svc.store(visit.base, visit.quota.key).add(body["name"], body["categoryId"], None)
        first = problems.errors()[0]
        raise HTTPException(400, f"{first['loc'][0]}: {first['msg']}")
    return pet, more if opt("unknown_members") == "kept" else {}


# ---------------------------------------------------------------- the operations

router = APIRouter()


@router.get("/pets", response_model=List[Pet])
async def listPets(request: Request, visit: Visit = Depends(caller), query=Depends(list_query)):
    store = svc.store(visit.base, visit.quota.key)
    store.let_neighbours_act()
    status = query.status
    if broken("filter-leaks"):  # the filter is one variable for all requests
        svc.scratch["filter"] = status
        await overlap()
        status = svc.scratch["filter"]
    pets = [p for p in store.pets if status is None or p.get("status") == status]
    if broken("filtered-list-stale") and status:
        until, kept = svc.scratch.get(("list", id(store), status), (0, None))
        if until > svc.clock.now():
            pets = list(kept)
        else:
            svc.scratch["list", id(store), status] = (svc.clock.now() + 30_000, list(pets))
    if query.nothing:
        pets = []
    if opt("order") == "newest":
        pets.reverse()
    elif opt("order") == "name":
        pets.sort(key=lambda p: (p["name"].casefold(), p["id"]))
    elif opt("order") == "status":
        pets.sort(key=lambda p: p.get("status", ""))
    elif opt("order") == "shuffled":
        svc.rng.shuffle(pets)
    page = pets[query.start:query.start + query.limit]
    headers, after = {}, query.start + query.limit
    if opt("pages") == "total":
        headers["X-Total-Count"] = str(len(pets))
    if opt("pages") == "cursor" and after < len(pets):
        cursor = base64.urlsafe_b64encode(str(after).encode()).decode().rstrip("=")
        wanted = f"&status={query.status}" if query.status else ""
        headers["Link"] = f'<{visit.base}/pets?limit={query.limit}{wanted}&cursor={cursor}>; rel="next"'
        headers["X-Next-Cursor"] = cursor
    if broken("name-loses-astral"):  # the index holds three-byte characters only
        page = [{**p, "name": "".join(c for c in p["name"] if ord(c) < 0x10000)} for p in page]
    return reply(200, page, headers)


@router.post("/pets", status_code=201, response_model=Pet)
async def createPet(request: Request, visit: Visit = Depends(caller), asked=Depends(new_pet)):
    store = svc.store(visit.base, visit.quota.key)
    store.let_neighbours_act()
    new, more = asked
    status, number = new.status and new.status.value, None
    if status is None and opt("default_status") != "absent":
        status = opt("default_status")
    if broken("negative-rounded") and new.categoryId < 0:
        new.categoryId = max(INT64_MIN, int(float(new.categoryId)))
    if broken("id-race"):  # read, wait, write
        number = svc.ids.next
        await overlap()
        if svc.ids.next == number:
            svc.ids.take()
    if broken("create-lost"):  # read, wait, write
        before = list(store.pets)
        await overlap()
        store.pets = before
    pet = store.add(new.name, new.categoryId, status, more, number)
    if broken("name-crosses"):
        svc.scratch["writing"] = (visit.quota.key, pet["name"])
        await overlap()
        who, name = svc.scratch["writing"]
        if who != visit.quota.key:
            pet = {**pet, "name": name}
    where = {"Location": f"{visit.base}/pets/{pet['id']}"} if opt("location") == "present" else {}
    return reply(201, pet, where)


@router.get("/pets/{petId}", response_model=Pet, deprecated=True)
async def getPet(petId: str, request: Request, visit: Visit = Depends(caller)):
    visit.deprecated = True
    store, now = svc.store(visit.base, visit.quota.key), svc.clock.now()
    removal = REMOVAL[opt("removal_moment")]
    if broken("removed-early"):  # months counted from zero
        removal = removal.replace(month=11)
    if now >= removal.timestamp() * 1000:
        if opt("after_removal") == "301":
            return Response(b"", 301, {"location": f"{visit.base}/pets"})
        raise HTTPException(int(opt("after_removal")), "This operation has been removed; use GET /pets.")
    store.let_neighbours_act()
    number = read_int(petId)
    if number is None:
        raise HTTPException(int(opt("bad_id")), "petId must be an int64.")
    pet = next((p for p in store.pets if p["id"] == number), None)
    if broken("missing-remembered"):
        missing = svc.scratch.setdefault("missing", {})
        if missing.get((id(store), number), 0) > now:
            pet = None
        elif pet is None:
            missing[id(store), number] = now + 60_000
    if pet is None:
        raise HTTPException(404, "There is no such animal.")
    return reply(200, pet)


# ---------------------------------------------------------------- everything else

app = FastAPI(docs_url=None, redoc_url=None, openapi_url=None)
app.router.redirect_slashes = False
app.include_router(router, prefix="/v1")
app.include_router(router, prefix="/staging/v1")

OPERATION_PATH = re.compile(r"(/staging)?/v1/pets(/[^/]+)?")


@app.exception_handler(StarletteHTTPException)
async def on_http_exception(request: Request, problem: StarletteHTTPException):
    visit = request.scope.get("visit")
    if visit is None:  # the control
        return reply(problem.status_code, error_body(problem.status_code, str(problem.detail)))
    if visit.guarded:
        return error(problem.status_code, str(problem.detail), problem.headers)
    return await no_operation(request, visit)


@app.exception_handler(RequestValidationError)
async def on_validation_error(request: Request, problem: RequestValidationError):
    status = 400 if request.method == "POST" else 422
    return error(status, problem.errors()[0]["msg"])


async def no_operation(request, visit):
    """A path or a method that is none of the three operations."""
    visit.guarded, path = True, request.scope["path"]
    await request.body()
    known = OPERATION_PATH.fullmatch(path)
    quota = await authenticate(request, await bearer(request))
    if quota is None and opt("unknown_path") == "401":
        return error(401, "The API key is missing or invalid.")
    if quota and opt("unknown_metered") == "yes":
        try:
            await admit(visit)
        except HTTPException as refusal:
            return error(refusal.status_code, refusal.detail, refusal.headers)
    if path.endswith("/") and OPERATION_PATH.fullmatch(path[:-1]) and opt("trailing_slash") == "redirect":
        query = request.scope["query_string"].decode("latin-1")
        return Response(b"", 307, {"location": request.scope["raw_path"].decode("latin-1")[:-1]
                                   + ("?" + query if query else "")})
    if not known:
        return error(404, "There is no such path.")
    allow = "GET" if known[2] else "GET, POST"
    allow += (", HEAD" if opt("head") == "as_get" else "") + (", OPTIONS" if opt("options_method") == "204" else "")
    if request.method == "OPTIONS" and opt("options_method") == "204":
        return Response(b"", 204, {"allow": allow})
    if request.method not in ("HEAD", "OPTIONS") and opt("other_methods") == "404":
        return error(404, "There is no such operation.")
    return error(405, "This method is not offered here.", {"allow": allow})


control = APIRouter(prefix="/control")


def control_number(body, name):
    number = body.get(name)
    if type(number) not in (int, float) or not math.isfinite(number) or number < 0:
        raise HTTPException(400, f"{name} must be a number, 0 or more.")
    return number


@control.post("/freeze")
async def freeze():
    svc.clock.freeze()
    return {"now": svc.clock.now()}


@control.post("/advance")
async def advance(body: dict = Body(...)):
    svc.clock.advance(round(control_number(body, "seconds") * 1000))
    return {"now": svc.clock.now()}


@control.post("/remaining")
async def remaining(body: dict = Body(...)):
    if body.get("key") not in svc.keys:
        raise HTTPException(404, "There is no such key.")
    now = svc.clock.now()
    for base in ("/v1", "/staging/v1"):
        quota = svc.quota(base, body["key"])
        for name, window in (("minute", quota.minute), ("day", quota.day)):
            if body.get(name) is not None:
                window.set_left(int(control_number(body, name)), now)
    return {"now": now}


@control.post("/reset")
async def reset():
    svc.reset()
    return {"now": svc.clock.now()}


@control.post("/configure")
async def configure(body: dict = Body(...)):
    try:
        svc.configure(body.get("options") or {}, body.get("breach"))
    except ValueError as problem:
        raise HTTPException(400, str(problem))
    return {"now": svc.clock.now(), "options": svc.options, "breach": svc.breach}


class Gate:
    """Around the application: rate limit headers on every reply, the Error shape even
    for a failure, and the freedoms that concern headers, bytes and time."""

    def __init__(self, inner, with_control):
        self.inner, self.with_control = inner, with_control

    async def __call__(self, scope, receive, send):
        if scope["type"] != "http":
            return await self.inner(scope, receive, send)
        scope = dict(scope)
        absolute = re.match(r"https?://[^/]*", scope["path"])
        if absolute:
            scope["path"] = scope["path"][absolute.end():] or "/"
            scope["raw_path"] = re.sub(rb"^https?://[^/]*", b"", scope["raw_path"]) or b"/"
        path = scope["path"]
        if self.with_control and path.startswith("/control/"):
            return await self.inner(scope, receive, send)
        visit = scope["visit"] = Visit("/staging/v1" if path.startswith("/staging/") else "/v1")
        if scope["method"] == "HEAD" and opt("head") == "as_get" and OPERATION_PATH.fullmatch(path.rstrip("/")):
            scope["method"] = "GET"
        if path.endswith("/") and opt("trailing_slash") == "same":
            scope["path"] = path[:-1]
        if opt("latency") == "before":
            await asyncio.sleep(random.random() * 0.03)
        messages = []

        async def keep(message):
            messages.append(message)

        try:
            await self.inner(scope, receive, keep)
            status, headers = messages[0]["status"], messages[0]["headers"]
            body = b"".join(m.get("body", b"") for m in messages[1:])
        except ClientDisconnect:
            return
        except Exception:
            traceback.print_exc()
            failure = error(500, "Something went wrong.")
            status, headers, body = 500, failure.raw_headers, failure.body
        headers = [(n.decode("latin-1"), v.decode("latin-1")) for n, v in headers]
        status, headers, body = self.finish(scope, visit, status, headers, body)
        if opt("latency") == "after":
            await asyncio.sleep(random.random() * 0.03)
        raw = [(spelled(n), v.encode("latin-1")) for n, v in headers]
        await send({"type": "http.response.start", "status": status, "headers": raw})
        await send({"type": "http.response.body", "body": body})

    def finish(self, scope, visit, status, headers, body):
        now, quota = svc.clock.now(), visit.quota
        headers = [(n, v) for n, v in headers if n.lower() != "content-length"]
        if visit.charged and status >= 400 and opt("count_errors") == "served_only":
            quota.minute.take_back(now)
            quota.day.take_back(now)
        if status == 400 and quota:
            if broken("remaining-after-error"):  # the header forgets the request, the limiter does not
                moment, errors = svc.scratch.get(("errors", quota.key), (0, 0))
                svc.scratch["errors", quota.key] = (now // MINUTE, 1 + (errors if moment == now // MINUTE else 0))
            if broken("id-after-refusal") and scope["method"] == "POST" and svc.ids.last is not None:
                svc.ids.next = svc.ids.last
        if visit.deprecated and opt("deprecation") != "none":
            headers += self.deprecation(visit)
        if status == 200 and opt("etag") != "none":
            tag = '"' + hashlib.sha1(body).hexdigest()[:20] + '"'
            headers.append(("etag", tag))
            asked = dict(scope["headers"]).get(b"if-none-match", b"").decode("latin-1")
            if opt("etag") == "conditional" and tag in asked:
                status, body = 304, b""
                headers = [(n, v) for n, v in headers if n != "content-type"]
        if not visit.bare:
            headers += rate_header_items(visit)
        headers.append(("date", formatdate(now // 1000, usegmt=True)))
        if opt("connection") == "close":
            headers.append(("connection", "close"))
        if status not in (204, 304) and (opt("framing") == "length" or not body):
            headers.append(("content-length", str(len(body))))
        return status, headers, body

    @staticmethod
    def deprecation(visit):
        removal = formatdate(REMOVAL[opt("removal_moment")].timestamp(), usegmt=True)
        if opt("deprecation") == "warning":
            return [("warning", '299 - "deprecated; to be removed on 5 December 2030"')]
        headers = [("sunset", removal)]
        if opt("deprecation") == "standard":
            headers += [("deprecation", "true"), ("link", f'<{visit.base}/pets>; rel="successor-version"')]
        return headers


class Protocol(H11Protocol):
    """uvicorn's protocol, but what is no HTTP is answered in the Error shape with the
    rate limit headers, and requests to upgrade are taken as plain requests."""

    def send_400_response(self, msg):
        headers = [(b"content-type", b"application/json"), (b"connection", b"close"),
                   (b"date", formatdate(svc.clock.now() // 1000, usegmt=True).encode())]
        headers += [(n.encode(), v.encode()) for n, v in rate_header_items(Visit("/v1"))]
        try:
            for event in (h11.Response(status_code=400, headers=headers, reason=b"Bad Request"),
                          h11.Data(data=encode(error_body(400, "This is not HTTP."))), h11.EndOfMessage()):
                self.transport.write(self.conn.send(event))
        except h11.LocalProtocolError:
            pass  # a reply is already under way
        self.transport.close()

    def handle_upgrade(self, event):
        self.cycle = RequestResponseCycle(
            scope=self.scope, conn=self.conn, transport=self.transport, flow=self.flow, logger=self.logger,
            access_logger=self.access_logger, access_log=self.access_log, default_headers=self.default_headers,
            message_event=asyncio.Event(), on_response=self.on_response_complete)
        task = self.loop.create_task(self.cycle.run_asgi(self.app))
        task.add_done_callback(self.tasks.discard)
        self.tasks.add(task)
        self.handle_events()


class Server(uvicorn.Server):
    async def startup(self, sockets=None):
        await super().startup(sockets)
        print(f"listening on http://127.0.0.1:{sockets[0].getsockname()[1]}/v1", flush=True)


def pairs(text, sign):
    return dict(part.strip().split(sign, 1) for part in text.split(",") if part.strip())


def main():
    global svc
    env = os.environ
    keys = pairs(env.get("KEYS", ""), ":")
    if set(keys.values()) - set(PLANS) - {"enterprise"}:
        sys.exit("KEYS: the plans are free, pro, business, enterprise")
    try:
        svc = Service(keys, int(env.get("PETS", "40")), OPTIONS, BREACHES)
        svc.configure(pairs(env.get("OPTIONS", ""), "="), env.get("BREACH"))
    except ValueError as problem:
        sys.exit(str(problem))
    with_control = env.get("CONTROL") == "1"
    if with_control:
        app.include_router(control)
    listener = socket.socket(proto=socket.IPPROTO_TCP)  # asyncio then sets TCP_NODELAY
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listener.bind(("127.0.0.1", int(env.get("PORT", "0"))))
    config = uvicorn.Config(Gate(app, with_control), http=Protocol, ws="none", loop="asyncio", lifespan="off",
                            access_log=False, log_level="error", server_header=False, date_header=False)
    Server(config).run(sockets=[listener])


if __name__ == "__main__":
    main()
