"""The pets app: the upstream behind the gateway. It knows animals, not keys or limits.

It listens on a unix socket in WORK_DIR and keeps its animals in memory. The gateway is its only
client; it answers errors as {code, message, status}, which the gateway puts into their final form.

Options it follows (default marked *; the sentence, or the silence, that leaves each open):

  default_status (available*, pending, sold, absent): "Default value of `status` when omitted on
      creation, and length or character limits of `name`: not shown." A Pet need not carry a status.
  names (any*, nonempty, max40, plain): "Default value of `status` when omitted on creation, and
      length or character limits of `name`: not shown."
  categories (any*, positive, up_to_1000, known): "Category record (fields, operations): not shown
      beyond the `categoryId` reference." Which categories exist is open, 400 answers "invalid
      values".
  ids (sequential*, sparse, beyond_2_53, random, negative): "Unique identifier, assigned by the
      service on creation": an int64, nothing about its sign, size or order.
  order (created*, newest, name, shuffled): "Lists animals." Nothing is said about the order of a
      list.
  further_pages (none*, cursor, offset, link): "How a client requests a further page (cursor, offset
      or page parameters) and what the response carries to support it: not shown."
  bad_limit (400*, 422, clamp, default): "`limit` on GET /pets: minimum 1, maximum 100, default 20."
      What a limit outside the bounds gets is not said (400 is listed for POST /pets only).
  bad_status (400*, 422, empty, ignore): The table of GET /pets lists "available, pending, sold";
      what another value gets is not said.
  bad_pet_id (404*, 400): "Path parameter: `petId`, required, integer int64": what a non-integer or
      a number beyond int64 gets is not said.
  unknown_params (ignore*, 400): Only `limit` and `status` are listed; other query parameters are
      not mentioned.
  repeated_params (first*, last, 400): Nothing is said about a query parameter that is given twice.
  unknown_members (ignore*, 400, echo): NewPet lists three fields; members beyond them are not
      mentioned.
  whole_floats (accept, 400*): "integer, int64": whether 3.0 spells an integer in JSON is not said.
  pet_extras (none*, created_at, links): Pet lists its fields without saying that there are no
      others.
  location (none*, path, url): The 201 of POST /pets lists its body only; other headers are not
      mentioned.
  neighbours (none*, lists, creates): Nothing is said about the service having one client only:
      others may add animals meanwhile.
  ageing (none*, hour): "Transitions: not shown." (available animals may become pending on their own
      after an hour)
  deprecation (none*, sunset, warning, all): "`GET /pets/{petId}` is deprecated, with removal on 5
      December 2030." Whether replies announce it is not said.
  after_removal (works, 410*, 404): "scheduled for removal on 5 December 2030": what answers after
      it is not said.
  content_type_check (ignore*, 415, 400): "All request and response bodies are `application/json`."
      What another Content-Type gets is not said.
  accept_check (ignore*, 406): The Accept header is not mentioned.
  json (compact*, spaced, pretty, ascii): "a pet store over HTTP with JSON bodies": white space and
      escapes are free in JSON.
  member_order (declared*, reversed, random): Members of a JSON object have no order.
"""
import json
import os
import random
import re
import shutil
import signal
import socketserver
import sys
import threading
import time
from decimal import Decimal
from email.utils import formatdate
from http.server import BaseHTTPRequestHandler
from urllib.parse import parse_qsl, urlsplit

HERE = os.path.dirname(os.path.abspath(__file__))
STATUSES = ("available", "pending", "sold")
INT64_MIN, INT64_MAX = -2 ** 63, 2 ** 63 - 1
REMOVAL = 1922659200                 # 5 December 2030, 00:00 UTC
DAY_BEFORE = REMOVAL - 86400
HOLD = 0.06                          # how long a careless write stays half done (breaches only)

DEFAULTS = {o["name"]: o["default"] for o in json.load(open(os.path.join(HERE, "options.json")))}
NAMES = ["Rex", "Luna", "Mimi", "Balu", "Zoë", "Kiko", "Nala", "Otto", "Pixel", "Frida"]


class Refusal(Exception):
    def __init__(self, status, code, message):
        super().__init__(message)
        self.status, self.code, self.message = status, code, message


class App:
    def __init__(self, pets):
        self.pets_at_start = pets
        self.lock = threading.RLock()
        self.configure({}, None)

    def configure(self, options, breach):
        with self.lock:
            self.options = {**DEFAULTS, **options}
            self.breach = breach
            self.reset()

    def reset(self):
        with self.lock:
            self.stores = {}
            self.lists = {}
            self.count = 0
            self.used_ids = set()
            self.creating = 0
            self.pending_id = None
            self.last_created = None
            self.last_body = {}

    # --- the animals ---

    def next_id(self):
        self.count += 1
        kind = self.options["ids"]
        if kind == "sparse":
            return 1000 + 7 * self.count
        if kind == "beyond_2_53":
            return 2 ** 53 + 2 * self.count + 1
        if kind == "negative":
            return -self.count
        if kind == "random":
            while True:
                number = random.randint(1, INT64_MAX)
                if number not in self.used_ids:
                    self.used_ids.add(number)
                    return number
        return self.count

    def new_pet(self, name, category, status, now):
        pet = {"id": self.next_id(), "name": name, "categoryId": category}
        if status is not None:
            pet["status"] = status
        pet["_born"] = now
        return pet

    def store(self, name, now):
        if name not in self.stores:
            self.stores[name] = [
                self.new_pet("%s %d" % (NAMES[i % len(NAMES)], i + 1), i % 10 + 1, STATUSES[i % 3], now)
                for i in range(self.pets_at_start)]
        return self.stores[name]

    def neighbour_adds(self, pets, now):
        pets.append(self.new_pet("Neighbour %d" % (len(pets) + 1), len(pets) % 10 + 1,
                                 STATUSES[len(pets) % 3], now))

    def shown(self, pet, call):
        """The animal as a client sees it."""
        pet = dict(pet)
        born = pet.pop("_born")
        if self.options["ageing"] == "hour" and pet.get("status") == "available" \
                and call.now - born >= 3600000:
            pet["status"] = "pending"
        if self.options["pet_extras"] == "created_at":
            pet["createdAt"] = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(born // 1000))
        elif self.options["pet_extras"] == "links" and "id" in pet:
            pet["links"] = {"self": "%s/pets/%d" % (call.base, pet["id"])}
        if self.breach == "int64_rounded":
            pet["categoryId"] = int(float(pet["categoryId"]))
        return pet

    # --- query parameters ---

    def parameters(self, query):
        known = {"limit", "status"}
        paging = self.options["further_pages"]
        known |= {"cursor": {"cursor"}, "offset": {"offset"}, "link": {"page"}}.get(paging, set())
        found = {}
        for name, value in parse_qsl(query, keep_blank_values=True):
            if name not in known:
                if self.options["unknown_params"] == "400":
                    raise Refusal(400, "unknown_parameter", "There is a query parameter that is not known.")
                continue
            if name in found:
                if self.options["repeated_params"] == "400":
                    raise Refusal(400, "repeated_parameter", "A query parameter is given twice.")
                if self.options["repeated_params"] == "first":
                    continue
            found[name] = value
        return found

    def page_size(self, text):
        if text is None:
            return 20
        number = int(text) if re.fullmatch(r"-?[0-9]{1,18}", text) else None
        if number is not None and 1 <= number <= 100:
            return number
        how = self.options["bad_limit"]
        if how in ("400", "422"):
            raise Refusal(int(how), "invalid_limit", "limit must be an integer from 1 to 100.")
        if how == "clamp" and number is not None:
            return 1 if number < 1 else 100
        return 20

    # --- the three operations: each answers status, body, headers ---

    def list_pets(self, call):
        found = self.parameters(call.query)
        size = self.page_size(found.get("limit"))
        wanted = found.get("status")
        nothing = False
        if wanted is not None and wanted not in STATUSES:
            how = self.options["bad_status"]
            if how in ("400", "422"):
                raise Refusal(int(how), "invalid_status", "status must be available, pending or sold.")
            nothing, wanted = how == "empty", None
        start = 0
        for name in ("cursor", "offset", "page"):
            if re.fullmatch(r"[0-9]{1,9}", found.get(name, "")):
                start = int(found[name]) if name != "page" else (max(1, int(found[name])) - 1) * size
        with self.lock:
            pets = self.store(call.store, call.now)
            self.lists[call.store] = self.lists.get(call.store, 0) + 1
            if self.options["neighbours"] == "lists" and self.lists[call.store] % 3 == 0:
                self.neighbour_adds(pets, call.now)
            rows = [self.shown(pet, call) for pet in pets]
        order = self.options["order"]
        if order == "newest":
            rows.reverse()
        elif order == "name":
            rows.sort(key=lambda pet: pet["name"])
        elif order == "shuffled":
            random.shuffle(rows)
        if self.breach == "filter_after_page":
            rows = rows[start:start + size]
        if wanted:
            rows = [pet for pet in rows if pet.get("status") == wanted]
        if nothing:
            rows = []
        page = rows if self.breach == "filter_after_page" else rows[start:start + size]
        more = start + size < len(rows)
        headers = {}
        paging = self.options["further_pages"]
        if paging == "cursor" and more:
            headers["X-Next-Cursor"] = str(start + size)
        elif paging == "offset":
            headers["X-Total-Count"] = str(len(rows))
        elif paging == "link" and more:
            query = "limit=%d&page=%d" % (size, start // size + 2) + ("&status=" + wanted if wanted else "")
            headers["Link"] = '<%s/pets?%s>; rel="next"' % (call.base, query)
        return 200, page, headers

    def integer(self, value):
        """The int64 that a JSON value spells, or None."""
        if isinstance(value, Decimal) and self.options["whole_floats"] == "accept" \
                and abs(value) <= 2 ** 64 and value == value.to_integral_value():
            value = int(value)
        if isinstance(value, bool) or not isinstance(value, int):
            return None
        if not INT64_MIN <= value <= INT64_MAX and self.breach != "beyond_int64_accepted":
            return None
        return value

    def read_new_pet(self, call):
        def constant(_):
            raise ValueError
        kind = call.content_type.split(";")[0].strip().lower()
        if kind != "application/json" and self.options["content_type_check"] != "ignore":
            raise Refusal(int(self.options["content_type_check"]), "unsupported_media_type",
                          "The body must be application/json.")
        try:
            body = json.loads(call.body.decode("utf-8"), parse_float=Decimal, parse_constant=constant)
            json.dumps(body, ensure_ascii=False, default=str).encode("utf-8")
        except (ValueError, RecursionError, ArithmeticError):
            raise Refusal(400, "invalid_json", "The body is not JSON.")
        if not isinstance(body, dict):
            raise Refusal(400, "invalid_body", "The body must be a JSON object.")
        if self.breach == "dto_reused":
            body = self.last_body = {**self.last_body, **body}
        return body

    def check_new_pet(self, body):
        if "name" not in body or "categoryId" not in body:
            raise Refusal(400, "missing_field", "name and categoryId are required.")
        name, rule = body["name"], self.options["names"]
        if not isinstance(name, str) \
                or rule == "nonempty" and not name.strip() \
                or rule == "max40" and not 1 <= len(name) <= 40 \
                or rule == "plain" and not re.fullmatch(r"[A-Za-z0-9 .'_-]{1,100}", name):
            raise Refusal(400, "invalid_name", "name is not valid.")
        category, rule = self.integer(body["categoryId"]), self.options["categories"]
        if category is None \
                or rule == "positive" and category < 1 \
                or rule == "up_to_1000" and not 1 <= category <= 1000 \
                or rule == "known" and not 1 <= category <= 10:
            raise Refusal(400, "invalid_category", "categoryId is not valid.")
        status = None if self.options["default_status"] == "absent" else self.options["default_status"]
        if "status" in body:
            if body["status"] not in STATUSES:
                raise Refusal(400, "invalid_status", "status must be available, pending or sold.")
            status = body["status"]
        extra = {}
        for member, value in body.items():
            if member in ("name", "categoryId", "status"):
                continue
            if self.options["unknown_members"] == "400":
                raise Refusal(400, "unknown_field", "There is a field that is not known.")
            if self.options["unknown_members"] == "echo" and isinstance(value, (str, int)) \
                    and member not in ("id", "createdAt", "links", "_born"):
                extra[member] = value
        return name, category, status, extra

    def create_pet(self, call):
        body = self.read_new_pet(call)
        try:
            name, category, status, extra = self.check_new_pet(body)
        except Refusal as refusal:
            if self.breach == "refused_yet_added" and refusal.code == "invalid_status":
                body.pop("status")
                self.add(call, *self.check_new_pet(body))
            raise
        if self.breach == "dto_reused":
            self.last_body = dict(body)
        pet = self.shown(self.add(call, name, category, status, extra), call)
        headers = {}
        if self.options["location"] == "path":
            headers["Location"] = "%s/pets/%d" % (urlsplit(call.base).path, pet["id"])
        elif self.options["location"] == "url":
            headers["Location"] = "%s/pets/%d" % (call.base, pet["id"])
        return 201, pet, headers

    def add(self, call, name, category, status, extra):
        breach = self.breach
        with self.lock:
            pets = self.store(call.store, call.now)
            if breach == "id_race" and self.creating:
                pet = dict(self.new_pet(name, category, status, call.now), id=self.pending_id)
            else:
                pet = self.new_pet(name, category, status, call.now)
            pet.update(extra)
            self.last_created, self.pending_id = pet, pet["id"]
            self.creating += 1
            if breach == "torn_read":
                number = pet.pop("id")
            snapshot = list(pets)
            if breach != "lost_insert":
                pets.append(pet)
        if breach in ("id_race", "lost_insert", "torn_read", "reply_from_last_created",
                      "get_404_in_write"):
            time.sleep(HOLD)
        with self.lock:
            self.creating -= 1
            if breach == "lost_insert":
                pets[:] = snapshot + [pet]
            elif breach == "torn_read":
                pet["id"] = number
            elif breach == "reply_from_last_created":
                pet = self.last_created
            if self.options["neighbours"] == "creates":
                self.neighbour_adds(pets, call.now)
        return pet

    def get_pet(self, call, text):
        headers = {}
        told = self.options["deprecation"]
        if told in ("sunset", "all"):
            headers["Deprecation"] = "true"
            headers["Sunset"] = formatdate(REMOVAL, usegmt=True)
        if told in ("warning", "all"):
            headers["Warning"] = '299 - "getPet is deprecated, use GET /pets with status"'
        call.headers = headers
        removed = call.now >= REMOVAL * 1000 and self.options["after_removal"] != "works"
        early = self.breach == "removed_early" and call.now >= DAY_BEFORE * 1000
        if removed or early:
            status = 410 if self.options["after_removal"] == "works" else int(self.options["after_removal"])
            raise Refusal(status, "removed", "This operation has been removed.")
        if self.options["unknown_params"] == "400" and call.query:
            raise Refusal(400, "unknown_parameter", "There is a query parameter that is not known.")
        if not re.fullmatch(r"-?[0-9]{1,30}", text) or not INT64_MIN <= int(text) <= INT64_MAX:
            raise Refusal(int(self.options["bad_pet_id"]), "invalid_id", "petId must be an int64.")
        with self.lock:
            hidden = self.breach == "get_404_in_write" and self.creating    # "busy" read as "none"
            for pet in self.store(call.store, call.now):
                if pet.get("id") == int(text) and not hidden:
                    return 200, self.shown(pet, call), headers
        raise Refusal(404, "not_found", "There is no such animal.")

    def answer(self, call):
        try:
            if self.options["accept_check"] == "406" \
                    and not re.search(r"application/(json|\*)|\*/\*", call.accept or "*/*"):
                raise Refusal(406, "not_acceptable", "Only application/json is served.")
            if call.path == "/pets":
                return self.create_pet(call) if call.method == "POST" else self.list_pets(call)
            return self.get_pet(call, call.path[len("/pets/"):])
        except Refusal as refusal:
            return refusal.status, {"code": refusal.code, "message": refusal.message,
                                    "status": refusal.status}, call.headers

    def render(self, value):
        how = self.options["member_order"]

        def arranged(item):
            if isinstance(item, list):
                return [arranged(part) for part in item]
            if not isinstance(item, dict) or how == "declared":
                return item
            members = list(item.items())
            if how == "reversed":
                members.reverse()
            else:
                random.shuffle(members)
            return dict(members)
        text = self.options["json"]
        return json.dumps(arranged(value), ensure_ascii=text == "ascii",
                          indent=2 if text == "pretty" else None,
                          separators=(",", ":") if text in ("compact", "ascii") else None).encode("utf-8")


class Call(BaseHTTPRequestHandler):
    """One request of the gateway. X-Now, X-Store and X-Base come from it."""
    server_version, sys_version = "pets", ""

    def serve(self):
        app = self.server.app
        parts = urlsplit(self.path)
        self.method, self.path, self.query = self.command, parts.path, parts.query
        self.body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        if self.path == "/_configure":
            wish = json.loads(self.body)
            app.configure(wish["options"] or {}, wish.get("breach"))
            return self.send(200, b"{}", {})
        self.now = int(self.headers["X-Now"])
        self.store, self.base = self.headers["X-Store"], self.headers["X-Base"]
        self.content_type = self.headers.get("Content-Type") or ""
        self.accept = self.headers.get("Accept")
        self.headers = {}
        status, value, headers = app.answer(self)
        self.send(status, app.render(value), headers)

    do_GET = do_POST = serve

    def send(self, status, body, headers):
        self.send_response_only(status)
        for name, value in {**headers, "Content-Type": "application/json", "Content-Length": len(body)}.items():
            self.send_header(name, str(value))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


class Server(socketserver.ThreadingMixIn, socketserver.UnixStreamServer):
    daemon_threads = True
    request_queue_size = 256

    def handle_error(self, request, address):
        if not isinstance(sys.exc_info()[1], OSError):
            super().handle_error(request, address)


def main():
    parent, directory = int(os.environ["START_PID"]), os.environ["WORK_DIR"]

    def end(*_):
        shutil.rmtree(directory, ignore_errors=True)
        os._exit(0)

    def watch():                     # ends with the start script, however it ends
        while os.getppid() == parent:
            time.sleep(0.3)
        end()

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, end)
    threading.Thread(target=watch, daemon=True).start()
    server = Server(os.path.join(directory, "app.sock"), Call)
    server.app = App(int(os.environ.get("PETS") or 40))
    server.app.configure(json.loads(os.environ["SET_OPTIONS"]), os.environ.get("SET_BREACH") or None)
    server.serve_forever()


main()
