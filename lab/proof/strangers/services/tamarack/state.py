"""What the service holds: its clock, the windows that count requests, identifiers,
animals, and all of it together."""
import random
import time
import zlib
from collections import deque

MINUTE, DAY = 60_000, 86_400_000
PLANS = {"free": (60, 1_000), "pro": (300, 10_000), "business": (1_000, 100_000)}


class Clock:
    """Milliseconds since 1970; may be stopped and moved on, never back."""

    def __init__(self):
        self.offset, self.stopped_at = 0, None

    def now(self):
        if self.stopped_at is not None:
            return self.stopped_at
        return int(time.time() * 1000) + self.offset

    def freeze(self):
        self.stopped_at = self.now()

    def advance(self, milliseconds):
        if self.stopped_at is None:
            self.offset += milliseconds
        else:
            self.stopped_at += milliseconds


class Window:
    """Counts requests. Kinds: aligned (calendar, with a shift), first (opened by the
    first request), rolling (a log), extended (only for a breach: each request moves
    the end)."""

    def __init__(self, kind, length, limit, shift=0, full_reset=True):
        self.kind, self.length, self.limit = kind, length, limit
        self.shift, self.full_reset = shift, full_reset
        self.start, self.count, self.log = None, 0, deque()

    def used(self, now):
        if self.kind == "rolling":
            while self.log and self.log[0] + self.length <= now:
                self.log.popleft()
            return len(self.log)
        if self.kind == "aligned":
            start = (now + self.shift) // self.length * self.length - self.shift
            if start != self.start:
                self.start, self.count = start, 0
        elif self.start is not None and now >= self.start + self.length:
            self.start, self.count = None, 0
        return self.count

    def left(self, now):
        return max(0, self.limit - self.used(now))

    def reset_at(self, now):
        used = self.used(now)
        if self.kind == "rolling":
            return (self.log[-1 if self.full_reset else 0] if used else now) + self.length
        return (now if self.start is None else self.start) + self.length

    def free_at(self, now):
        """When the next request will be within the limit."""
        used = self.used(now)
        if used < self.limit:
            return now
        if self.kind == "rolling":
            return self.log[used - self.limit] + self.length
        return self.reset_at(now)

    def add(self, now):
        self.used(now)
        self.log.append(now) if self.kind == "rolling" else None
        self.count += 1
        if self.kind == "extended" or self.start is None:
            self.start = now

    def take_back(self, now):
        if self.used(now):
            self.log.pop() if self.kind == "rolling" else None
            self.count -= 1

    def set_left(self, left, now):
        used = self.limit - max(0, min(self.limit, left))
        self.used(now)
        self.log = deque([now] * used)
        self.count = used
        if self.start is None:
            self.start = now


class Quota:
    """What one key may use."""

    def __init__(self, key, plan, options, breach):
        self.key, self.plan = key, plan
        per_minute, per_day = PLANS.get(plan) or map(int, options["enterprise"].split(":"))
        kinds = {"calendar": ("aligned", 0), "offset": ("aligned", zlib.crc32(key.encode()) % MINUTE),
                 "pacific": ("aligned", -8 * 3_600_000), "first": ("first", 0), "rolling": ("rolling", 0)}
        full = options["rolling_reset"] == "full"
        kind, shift = kinds[options["minute_window"]]
        if breach == "window-slides":
            kind = "extended"
        self.minute = Window(kind, MINUTE, per_minute, shift, full)
        kind, shift = kinds[options["day_window"]]
        self.day = Window(kind, DAY, per_day, shift, full)
        self.refusals = self.bans = self.banned_until = 0
        self.day_to_clear = None


class Ids:
    """Hands out each identifier once."""

    def __init__(self, kind, rng):
        self.kind, self.rng, self.last = kind, rng, None
        self.used = set()
        self.next = {"beyond53": 2**53 + 1, "negative": -1, "random": rng.getrandbits(62) + 1}.get(kind, 1)

    def take(self):
        self.last = self.next
        self.used.add(self.last)
        while self.next in self.used:
            if self.kind == "random":
                self.next = self.rng.getrandbits(62) + 1
            else:
                self.next += {"negative": -1, "gaps": self.rng.randint(1, 50)}.get(self.kind, 1)
        return self.last


class Store:
    """The animals of one base address and one scope."""

    NAMES = "Bello Mimi Zoë Rocky Luna Björn Nala Rex Kiki Moritz Ida Tim-Tom Sámi Bo".split()

    def __init__(self, service):
        self.service, self.pets, self.visits = service, [], 0
        statuses = ["available", "pending", "available", "sold", "available"]
        for n in range(service.how_many):
            status = statuses[n % 5]
            if service.options["default_status"] == "absent" and n % 7 == 6:
                status = None
            self.add(self.NAMES[n % len(self.NAMES)], 1 + n % 9, status)
        self.seeds = list(self.pets)

    def add(self, name, category, status, more=(), number=None):
        pet = {"id": self.service.ids.take() if number is None else number,
               "name": name, "categoryId": category}
        if status is not None:
            pet["status"] = status
        if self.service.options["extra_members"] in ("pets", "both"):
            pet.update(createdAt=self.service.clock.now(), tags=[])
        pet.update(more)
        self.pets.append(pet)
        return pet

    def let_neighbours_act(self):
        self.visits += 1
        what = self.service.options["neighbours"]
        if what == "adds" and self.visits % 3 == 0:
            self.add("Neighbour", 1 + self.visits % 9, "available")
        elif what == "sells" and self.visits % 2 == 0 and self.seeds:
            pet = self.service.rng.choice(self.seeds)
            pet["status"] = {"available": "pending", "pending": "sold"}.get(pet.get("status"), "available")
        elif what == "removes" and self.visits % 5 == 0 and self.seeds:
            pet = self.seeds.pop(self.service.rng.randrange(len(self.seeds)))
            self.pets = [p for p in self.pets if p is not pet]


class Service:
    def __init__(self, keys, how_many, allowed, breaches):
        self.keys, self.how_many, self.clock = keys, how_many, Clock()
        self.allowed, self.breaches = allowed, breaches
        self.configure({}, None)

    def configure(self, options, breach):
        for name, value in options.items():
            if str(value) not in self.allowed.get(name, ()):
                raise ValueError(f"no option {name}={value}")
        if breach and breach not in self.breaches:
            raise ValueError(f"no breach {breach}")
        self.options = {n: values[0] for n, values in self.allowed.items()}
        self.options.update({n: str(v) for n, v in options.items()})
        self.breach = breach or None
        self.reset()

    def reset(self):
        self.rng = random.Random(7)
        self.ids = Ids(self.options["ids"], self.rng)
        self.stores, self.quotas, self.scratch = {}, {}, {}
        self.strangers = Window("first", MINUTE, 60)
        self.store("/v1", next(iter(self.keys), ""))

    def store(self, base, key):
        o = self.options
        place = (base if o["staging_data"] == "separate" else "", key if o["scope"] == "per_key" else "")
        if place not in self.stores:
            self.stores[place] = Store(self)
        return self.stores[place]

    def quota(self, base, key):
        place = (base if self.options["staging_quota"] == "separate" else "", key)
        if place not in self.quotas:
            self.quotas[place] = Quota(key, self.keys[key], self.options, self.breach)
        return self.quotas[place]
