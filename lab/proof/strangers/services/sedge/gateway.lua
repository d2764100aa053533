-- The gateway: authentication, plans, token buckets, bans, rate limit headers and its own errors.
--
-- nginx runs it in one worker process, so the state is plain Lua tables; a request can only be
-- overtaken where it waits (sleeps, reads, calls of the app).
--
-- Options it follows (default marked *; the sentence, or the silence, that leaves each open):
--
--  keys_see (everything*, their_own): "How a key is issued, rotated or scoped: not shown." A key
--      may see all animals or a shop of its own.
--  staging_store (same, own*): "A second, staging base address exists: {staging_base_url}, with the
--      same path shape." Whether it holds the same animals is not said.
--  staging_buckets (same*, own): "A second, staging base address exists: {staging_base_url}, with
--      the same path shape." Whether its requests count apart is not said.
--  refill (at_once*, aligned, second, continuous): "Requests per minute", "Requests per day": how
--      tokens come back is not said (all at once a window after the first use, at the clock's full
--      minute/UTC day, each second, continuously).
--  reset (full*, next): "Unix timestamp at which the limit resets": for a token bucket the second
--      at which it is full again, or at which the next token comes.
--  window (tightest*, minute, day): "Requests left in the current window": which of the two windows
--      the headers speak of is not said (the window that refuses always speaks in its 429).
--  counted_when (taken*, sent): "Requests left in the current window": as the request came in, or
--      as the reply goes out.
--  errors_count (yes*, no): "A request over the limit receives 429 Too Many Requests." Whether
--      refused requests (4xx, 5xx) count as requests is not said.
--  used_before (0*, 3, 9): Nothing is said about what a key has used before its first request here.
--  enterprise (5000:500000*, 120:5000, 20:100): "| Enterprise | custom | custom |"
--  anonymous (60*, 10, 1000): "The limit that applies to the caller": which figure applies to a
--      caller without a valid key is not said (401 replies are not metered here).
--  retry_after (seconds*, full, http_date, milliseconds, iso8601): "Unit and format of
--      the `Retry-After` value: not shown."
--  body_429 (error*, kong, string, empty): "Body shape of a 429 response: Error shape is not stated
--      for it."
--  ban_after (never, 1, 3*, 10): "Continued requests after a 429 may cause a temporary ban of the
--      API key." May, and after how many is not said.
--  ban_length (10, 60*, 300, 3600): "Length of the temporary ban: not shown."
--  ban_status (429*, 403, 401): "Continued requests after a 429 may cause a temporary ban of the
--      API key." What a banned key receives is not said (429, 403, or 401 as for an invalid key).
--  unknown_path (401_first*, 404_first): "All endpoints require the bearer credential." Whether
--      that holds for what is no endpoint (unknown path, wrong method) is not said.
--  wrong_method (405*, 404): "Update or delete of animals [...]: not shown (paths, payloads and
--      behaviour)."
--  head (as_get*, refuse): HEAD is not mentioned.
--  trailing_slash (404*, same): "all paths below are relative to it": /pets/ is not mentioned.
--  scheme_case (any*, exact): "in the form `Authorization: Bearer <API_KEY>`": whether "bearer" is
--      that form is not said.
--  www_authenticate (yes*, no): "When the key is missing or invalid, the response is 401 with an
--      Error body." Its other headers are not mentioned.
--  max_body (65536*, 16384, 1048576): "length or character limits of `name`: not shown": how long a
--      body may be is not said.
--  header_case (canonical*, lower, upper): Header names are case-insensitive in HTTP; the document
--      shows one spelling only.
--  more_headers (none*, per_window, ietf, request_id): "Rate limit headers (present on every
--      response)" lists three; others are not excluded.
--  media_type (plain*, charset): "All request and response bodies are `application/json`."
--      Parameters of the media type are not mentioned.
--  json (compact*, spaced, pretty, ascii): "a pet store over HTTP with JSON bodies": white space
--      and escapes are free in JSON.
--  member_order (declared*, reversed, random): Members of a JSON object have no order.
--  codes (snake*, kebab, upper, number): "The set of values of `code`: not shown."
--  error_extras (none*, details, problem): "Every error body has the Error shape": members beyond
--      the three are not excluded.
--  latency (none*, jitter, reorder): Nothing is said about how long a reply takes or in which order
--      parallel replies come.

local cjson = require "cjson"
local ffi = require "ffi"
ffi.cdef [[ int getppid(void); int getpid(void); int kill(int pid, int sig); ]]

local floor, ceil, max, min = math.floor, math.ceil, math.max, math.min
local M = {}

local PLANS = {
    free = { minute = 60, day = 1000 },
    pro = { minute = 300, day = 10000 },
    business = { minute = 1000, day = 100000 },
}
local WINDOW_MS = { minute = 60000, day = 86400000 }
local REASONS = {
    [400] = "Bad Request", [401] = "Unauthorized", [403] = "Forbidden", [404] = "Not Found",
    [405] = "Method Not Allowed", [406] = "Not Acceptable", [410] = "Gone",
    [413] = "Content Too Large", [414] = "URI Too Long", [415] = "Unsupported Media Type",
    [422] = "Unprocessable Content", [429] = "Too Many Requests", [500] = "Internal Server Error",
    [501] = "Not Implemented",
    [502] = "Bad Gateway", [503] = "Service Unavailable", [504] = "Gateway Timeout",
}
local HOLD = 0.04                       -- pause inside a careless read-wait-write (breaches only)

local plan_of, defaults, values = {}, {}, {}
local control_open, parent
local opt, breach                       -- what is set
local offset, frozen = 0, nil           -- the clock: milliseconds ahead, or where it stands
local buckets, bans, mem                -- state: per key, per key, of breaches

-- Clock ------------------------------------------------------------------------------------------

local function now_ms()
    if frozen then return frozen end
    ngx.update_time()
    return floor(ngx.now() * 1000 + 0.5) + offset
end

-- Token buckets ----------------------------------------------------------------------------------
-- A bucket of capacity `cap` holds units: one token is `ms` units, and each millisecond brings
-- `cap` units, so that all figures are whole numbers and a full bucket takes one window to fill.

local function tick(now)
    return opt.refill == "second" and floor(now / 1000) * 1000 or now
end

local function refill(b, now)
    local full = b.cap * b.ms
    if opt.refill == "at_once" then
        if b.units < full and now >= b.t + b.ms then b.units = full end
    elseif opt.refill == "aligned" then
        local start = floor(now / b.ms) * b.ms
        if start > b.t then b.units, b.t = max(b.units, full), start end
    else
        local t = tick(now)
        if b.units < full then b.units = min(full, b.units + (t - b.t) * b.cap) end
        b.t = t
    end
    if breach == "over_refill" and b.ms == 60000 and b.used_at and now - b.used_at >= 120000 then
        b.units, b.used_at = 2 * full, nil          -- the refill of an idle time is not capped
    end
end

local function set_tokens(b, tokens, now)
    b.units = min(b.cap, max(0, tokens)) * b.ms
    b.t = opt.refill == "aligned" and floor(now / b.ms) * b.ms or tick(now)
end

local function new_bucket(cap, ms, now)
    local b = { cap = cap, ms = ms }
    set_tokens(b, cap - tonumber(opt.used_before), now)
    return b
end

local function take(b, now, n)
    if opt.refill == "at_once" and b.units >= b.cap * b.ms then b.t = now end
    b.units = max(0, b.units - n * b.ms)
    b.used_at = now
end

local function tokens(b) return floor(b.units / b.ms) end

-- milliseconds until the bucket holds that many units
local function wait_for(b, units, now)
    if b.units >= units then return 0 end
    if opt.refill == "at_once" or opt.refill == "aligned" then return b.t + b.ms - now end
    if opt.refill == "second" then
        return b.t + ceil((units - b.units) / (b.cap * 1000)) * 1000 - now
    end
    return ceil((units - b.units) / b.cap)
end

local function reset_second(b, now)
    local full = b.cap * b.ms
    local goal = opt.reset == "full" and full or min(full, (tokens(b) + 1) * b.ms)
    return ceil((now + wait_for(b, goal, now)) / 1000)
end

local function plan_figures(key)
    if plan_of[key] ~= "enterprise" then return PLANS[plan_of[key]] end
    local minute, day = opt.enterprise:match("^(%d+):(%d+)$")
    return { minute = tonumber(minute), day = tonumber(day) }
end

-- The caller's two buckets, filled up to now.
local function caller(key, staging, now)
    local name = (staging and opt.staging_buckets == "own") and "staging " .. key or key
    local c = buckets[name]
    if not c then
        if breach == "lru_of_one" then buckets = {} end
        local figures = plan_figures(key)
        c = { key = key, strikes = 0, in_flight = 0 }
        for window, ms in pairs(WINDOW_MS) do c[window] = new_bucket(figures[window], ms, now) end
        buckets[name] = c
    end
    refill(c.minute, now)
    refill(c.day, now)
    return c
end

-- The bucket that the rate limit headers speak of.
local function spoken(c, now)
    local m, d = c.minute, c.day
    if c.refused then return wait_for(d, d.ms, now) > wait_for(m, m.ms, now) and d or m end
    if opt.window == "tightest" then return tokens(d) < tokens(m) and d or m end
    return c[opt.window]
end

-- Limit, Remaining and Reset as they stand.
local function figures(c, now)
    if not c then
        return { tonumber(opt.anonymous), tonumber(opt.anonymous), ceil(now / 1000) }
    end
    local b = spoken(c, now)
    local left, reset = tokens(b), reset_second(b, now)
    if c.banned_until and now < c.banned_until then left, reset = 0, ceil(c.banned_until / 1000) end
    if breach == "reset_sticks" then
        mem.resets[c.key] = mem.resets[c.key] or reset
        reset = mem.resets[c.key]
    end
    return { b.cap, left, reset }
end

-- Replies ----------------------------------------------------------------------------------------

local function header(name, value)
    if opt.header_case == "lower" then name = name:lower() end
    if opt.header_case == "upper" then name = name:upper() end
    ngx.header[name] = value
end

local function code(status, word)
    if opt.codes == "kebab" then return (word:gsub("_", "-")) end
    if opt.codes == "upper" then return word:upper() end
    if opt.codes == "number" then return status .. "00" end
    return word
end

-- A flat JSON object from {name, value} pairs, in the chosen form.
local function object(members)
    if opt.member_order == "random" then
        for i = #members, 2, -1 do
            local j = math.random(i)
            members[i], members[j] = members[j], members[i]
        end
    end
    local colon = (opt.json == "spaced" or opt.json == "pretty") and ": " or ":"
    local parts = {}
    for _, member in ipairs(members) do
        local part = cjson.encode(member[1]) .. colon .. cjson.encode(member[2])
        table.insert(parts, opt.member_order == "reversed" and 1 or #parts + 1, part)
    end
    if opt.json == "pretty" then return "{\n  " .. table.concat(parts, ",\n  ") .. "\n}" end
    return "{" .. table.concat(parts, opt.json == "spaced" and ", " or ",") .. "}"
end

local function error_body(status, word, message)
    local said = status
    if breach == "error_object_reused" then
        said, mem.last_error = mem.last_error or status, status
    end
    local members = { { "code", code(status, word) }, { "message", message }, { "status", said } }
    if opt.error_extras == "details" then
        members[4] = { "requestId", ngx.var.request_id }
    elseif opt.error_extras == "problem" then
        members[4] = { "type", "about:blank" }
        members[5] = { "title", REASONS[status] or "Error" }
    end
    return object(members)
end

-- Sends a reply. `c` is the caller (nil: unknown), `shown` the rate limit figures, where known.
local function send(c, status, body, headers, shown, now)
    shown = shown or figures(c, now)
    ngx.status = status
    ngx.header["Date"] = ngx.http_time(floor(now_ms() / 1000))
    ngx.header["Content-Length"] = #body
    if body ~= "" then
        ngx.header["Content-Type"] = opt.media_type == "charset"
            and "application/json; charset=utf-8" or "application/json"
    end
    for name, value in pairs(headers or {}) do header(name, value) end
    if not (breach == "no_headers_without_key" and not c) then
        header("X-RateLimit-Limit", tostring(shown[1]))
        header("X-RateLimit-Remaining", tostring(shown[2]))
        header("X-RateLimit-Reset", tostring(shown[3]))
    end
    if opt.more_headers == "request_id" then
        header("X-Request-Id", ngx.var.request_id)
    elseif opt.more_headers == "ietf" then
        header("RateLimit", string.format("limit=%d, remaining=%d", shown[1], shown[2]))
    elseif opt.more_headers == "per_window" and c then
        header("X-RateLimit-Limit-Minute", tostring(c.minute.cap))
        header("X-RateLimit-Limit-Day", tostring(c.day.cap))
        header("X-RateLimit-Remaining-Minute", tostring(tokens(c.minute)))
        header("X-RateLimit-Remaining-Day", tostring(tokens(c.day)))
    end
    ngx.print(body)
    ngx.eof()
end

local function send_error(c, status, word, message, headers, shown, now)
    send(c, status, error_body(status, word, message), headers, shown, now)
end

local function retry_after(at, now)
    local how = opt.retry_after
    if how == "http_date" then return ngx.http_time(ceil(at / 1000)) end
    if how == "milliseconds" then return tostring(at - now) end
    local seconds = ceil((at - now) / 1000)
    return how == "iso8601" and "PT" .. seconds .. "S" or tostring(seconds)
end

-- The reply to a request over the limit, or of a banned key; they may wait until `at`.
local function send_refusal(c, at, now, ready)
    if c.banned_until and opt.ban_status ~= "429" then
        local status = tonumber(opt.ban_status)
        return send_error(c, status, "key_banned", "This API key is banned for a while.",
            { ["Retry-After"] = retry_after(at, now) }, nil, now)
    end
    if breach == "retry_after_short" and c.refused_before then
        at = now + floor(((ready or at) - now) / 2000) * 1000
    end
    c.refused_before = true
    local body = ""
    if opt.body_429 == "error" then
        body = error_body(429, "rate_limited", "Too many requests.")
    elseif opt.body_429 == "kong" then
        body = object { { "message", "API rate limit exceeded" } }
    elseif opt.body_429 == "string" then
        body = '"Too Many Requests"'
    end
    send(c, 429, body, { ["Retry-After"] = retry_after(at, now) }, nil, now)
end

-- Admission: ban, then one token from each bucket ------------------------------------------------

local function ban_name(c)
    return breach == "ban_other_key" and ngx.var.remote_addr or c.key
end

local function banned(c, now)
    local until_ms = bans[ban_name(c)]
    if not until_ms then return false end
    if now >= until_ms then
        if breach == "ban_forever" then
            until_ms = now + tonumber(opt.ban_length) * 1000
            bans[ban_name(c)] = until_ms
        else
            bans[ban_name(c)], c.strikes, c.retry_at, until_ms = nil, 0, nil, nil
        end
    end
    c.banned_until = until_ms
    return until_ms ~= nil
end

-- Over the limit: when may the caller come back? Early returns lead to a ban.
local function refuse(c, now)
    c.refused = true
    local at, ready = now, now
    for _, b in ipairs { c.minute, c.day } do
        if b.units < b.ms then
            ready = max(ready, now + wait_for(b, b.ms, now))
            at = max(at, opt.retry_after == "full" and now + wait_for(b, b.cap * b.ms, now) or ready)
        end
    end
    if c.retry_at and now < c.retry_at then c.strikes = c.strikes + 1 end
    local strikes = tonumber(opt.ban_after)
    if breach == "ban_other_key" or breach == "ban_forever" then strikes = strikes or 3 end
    if strikes and c.strikes >= strikes then
        at = max(at, now + tonumber(opt.ban_length) * 1000)
        bans[ban_name(c)], c.banned_until, c.strikes, ready = at, at, 0, at
    end
    c.retry_at = at
    send_refusal(c, at, now, ready)
    c.refused = nil
end

-- Takes the request's tokens; answers it itself and returns false where it may not pass.
local function admit(c, now)
    c.banned_until = nil
    if banned(c, now) then
        send_refusal(c, c.banned_until, now)
        return false
    end
    if c.minute.units < c.minute.ms or c.day.units < c.day.ms then
        refuse(c, now)
        return false
    end
    if breach == "check_then_take" then ngx.sleep(HOLD) end
    local n = 1
    if breach == "double_charge_after_404" and c.charge_more then n, c.charge_more = 2, nil end
    take(c.minute, now, n)
    take(c.day, now, n)
    c.strikes, c.retry_at, c.refused_before = 0, nil, nil
    return true
end

local function give_back(c)
    for _, b in ipairs { c.minute, c.day } do b.units = min(b.cap * b.ms, b.units + b.ms) end
end

-- The app behind ---------------------------------------------------------------------------------

local METHODS = { GET = ngx.HTTP_GET, POST = ngx.HTTP_POST }
local PASSED = { "Location", "Link", "Deprecation", "Sunset", "Warning", "X-Next-Cursor", "X-Total-Count" }

local function call_app(method, path, body, who)
    return ngx.location.capture("/_app", {
        method = METHODS[method], body = body,
        vars = { up_path = path, up_now = string.format("%d", who.now), up_store = who.store, up_base = who.base },
    })
end

-- What the app answers, or what a breach makes of it.
local function ask(r)
    local path = r.path .. (r.query ~= "" and "?" .. r.query or "")
    local function app() return call_app(r.method, path, r.body, r) end
    local is_list = r.op == "list"
    if breach == "retried_post" and r.method == "POST" then
        local idle = mem.app_used and r.now - mem.app_used >= 60000
        if idle then app() end                      -- a stale upstream connection: sent once more
    end
    mem.app_used = r.now
    if breach == "deduplicated_post" and r.method == "POST" then
        local name = r.c.key .. r.store .. r.body
        local old = mem.posts[name]
        if old and r.now - old.at < 60000 then return old.res end
        local res = app()
        if res.status == 201 then mem.posts[name] = { at = r.now, res = res } end
        return res
    elseif breach == "list_cache_never_expires" and is_list then
        local name = r.c.key .. " " .. r.store .. path
        local res = mem.lists[name] or app()
        if res.status == 200 then mem.lists[name] = res end
        return res
    elseif breach == "cache_without_query" then
        local name = r.c.key .. " " .. r.store
        local old = mem.lists[name]
        if is_list and old and r.now - old.at < 5000 then return old.res end
        local res = app()
        if is_list and res.status == 200 then mem.lists[name] = { at = r.now, res = res } end
        if r.method == "POST" then mem.lists = {} end
        return res
    elseif breach == "collapse_without_query" and is_list then
        local name = r.c.key .. " " .. r.store
        local first = mem.flights[name]
        if first then
            for _ = 1, 50 do
                if first.res then return first.res end
                ngx.sleep(0.01)
            end
        end
        first = {}
        mem.flights[name] = first
        ngx.sleep(HOLD)
        first.res = app()
        mem.flights[name] = nil
        return first.res
    elseif breach == "overlap_html_502" and r.c.in_flight >= 3 then
        return { status = 502, html = true, header = {}, body = "<html>\n<head><title>502 Bad Gateway</title>"
            .. "</head>\n<body>\n<center><h1>502 Bad Gateway</h1></center>\n</body>\n</html>\n" }
    elseif breach == "overlap_html_502" then
        ngx.sleep(HOLD)
    end
    return app()
end

-- The figures of a reply; one breach caches them for five seconds by address, not by key.
local function shown_figures(r, shown)
    if breach ~= "cache_other_keys_headers" or r.method ~= "GET" then return shown end
    local name = ngx.var.request_uri
    local old = mem.figures[name]
    if old and old.key ~= r.c.key and r.now - old.at < 5000 then return old.shown end
    mem.figures[name] = { key = r.c.key, at = r.now, shown = shown or figures(r.c, now_ms()) }
    return shown
end

local function delay()
    if opt.latency == "jitter" then
        ngx.sleep(math.random(0, 40) / 1000)
    elseif opt.latency == "reorder" then
        mem.turn = not mem.turn
        if mem.turn then ngx.sleep(0.05) end
    end
end

-- A request's way --------------------------------------------------------------------------------

local function api_key()
    local sent = ngx.var.http_authorization or ""
    local scheme, key = sent:match("^(%a+) +(%S+)%s*$")
    local good = scheme == "Bearer" or opt.scheme_case == "any" and scheme and scheme:lower() == "bearer"
    key = good and plan_of[key] and key or nil
    if breach == "keepalive_auth" then
        local connection = ngx.var.connection
        key = key or mem.connections[connection]
        mem.connections[connection] = key
    end
    return key
end

-- Which operation? Or the status of a request that is none.
local function route(path, method)
    if opt.trailing_slash == "same" and #path > 1 then path = path:gsub("/$", "") end
    local op = path == "/pets" and "list" or path:match("^/pets/[^/]+$") and "get"
    if not op then return nil, 404 end
    if method == "HEAD" and opt.head == "as_get" then method = "GET" end
    if op == "list" and method == "POST" then return "create", nil, path, method end
    if method ~= "GET" then return nil, tonumber(opt.wrong_method), path, method end
    return op, nil, path, method
end

local function no_operation(c, status, path, shown, now)
    if status == 404 then
        return send_error(c, 404, "no_such_path", "There is nothing here.", nil, shown, now)
    end
    local allow = path == "/pets" and "GET, POST" or "GET"
    if opt.head == "as_get" then allow = "HEAD, " .. allow end
    send_error(c, 405, "method_not_allowed", "This method is not allowed here.", { Allow = allow }, shown, now)
end

local function read_body()
    local most = tonumber(opt.max_body)
    if (tonumber(ngx.var.http_content_length) or 0) > most then return nil end
    ngx.req.read_body()
    local body = ngx.req.get_body_data() or ""
    if ngx.req.get_body_file() or #body > most then return nil end
    return body
end

local function serve(c, staging, base_path, op, wrong, path, method, now)
    local shown = opt.counted_when == "taken" and figures(c, now) or nil
    local function finish(status)
        if status >= 400 and opt.errors_count == "no" then
            give_back(c)
            shown = nil
        end
    end
    if wrong then
        finish(wrong)
        return no_operation(c, wrong, path, shown, now)
    end
    local body
    if op == "create" then
        body = read_body()
        if not body then
            finish(413)
            return send_error(c, 413, "body_too_large", "The body is too large.", nil, shown, now)
        end
    end
    local store = (staging and opt.staging_store == "own") and "staging" or "live"
    if opt.keys_see == "their_own" then store = store .. ":" .. c.key end
    local r = {
        c = c, op = op, method = method, path = path:gsub("[^%w/._~-]", "_"), query = ngx.var.args or "",
        body = body, now = now, store = store,
        base = "http://" .. (ngx.var.http_host or "127.0.0.1"):gsub("[^%w.:%[%]-]", "") .. base_path,
    }
    local res = ask(r)
    delay()
    finish(res.status)
    now = now_ms()
    caller(c.key, staging, now)                     -- fills the buckets up to the reply's time
    shown = shown_figures(r, shown)
    local headers = {}
    for _, name in ipairs(PASSED) do headers[name] = res.header[name] end
    if res.status < 400 then return send(c, res.status, res.body, headers, shown, now) end
    if res.html then
        headers["Content-Type"] = "text/html"
        return send(c, res.status, res.body, headers, shown, now)
    end
    local good, said = pcall(cjson.decode, res.body)
    if not good or type(said) ~= "table" then
        said = { code = "upstream_error", message = REASONS[res.status] or "The app does not answer." }
    end
    if res.status == 404 and op == "get" then c.charge_more = true end
    send_error(c, res.status, said.code, said.message, headers, shown, now)
end

local function api(uri)
    local now = now_ms()
    local base, rest = uri:match("^(/v1)(/.*)$")
    if not base then base, rest = uri:match("^(/staging/v1)(/.*)$") end
    local staging = base == "/staging/v1"
    local op, wrong, path, method = nil, 404, uri, ngx.req.get_method()
    if base then op, wrong, path, method = route(rest, method) end
    local key = api_key()
    if not key then
        if wrong and opt.unknown_path == "404_first" then return no_operation(nil, wrong, path, nil, now) end
        local headers = opt.www_authenticate == "yes" and { ["WWW-Authenticate"] = 'Bearer realm="pets"' } or nil
        return send_error(nil, 401, "unauthorized", "The API key is missing or invalid.", headers, nil, now)
    end
    local c = caller(key, staging, now)
    if breach == "cached_429" and ngx.req.get_method() == "GET" then
        local old = mem.refusals[ngx.var.request_uri]
        if old and old.key ~= key and now - old.at < 5000 and not banned(c, now)
            and tokens(c.minute) > 0 and tokens(c.day) > 0 then
            take(c.minute, now, 1)
            take(c.day, now, 1)
            return send_refusal({ key = key, minute = c.minute, day = c.day }, now + 2000, now)
        end
    end
    if not admit(c, now) then
        if breach == "cached_429" then mem.refusals[ngx.var.request_uri] = { key = key, at = now } end
        return
    end
    mem.refusals[ngx.var.request_uri] = nil
    c.in_flight = c.in_flight + 1
    local good, problem = pcall(serve, c, staging, base, op, wrong, path, method, now)
    c.in_flight = c.in_flight - 1
    if not good then error(problem, 0) end
end

-- Control ----------------------------------------------------------------------------------------

local function reset()
    buckets, bans = {}, {}
    mem = { connections = {}, lists = {}, posts = {}, flights = {}, figures = {}, refusals = {}, resets = {} }
end

local function configure(options, name)
    opt = setmetatable(options, { __index = defaults })
    breach = name
    reset()
end

-- What is wrong with these options, if anything.
local function wrong_options(options)
    for name, value in pairs(options) do
        value = tostring(value)
        options[name] = value
        if not values[name] or not values[name][value] then return name .. "=" .. tostring(value) end
    end
end

local function to_app(options, name)
    call_app("POST", "/_configure", cjson.encode { options = options, breach = name or cjson.null },
        { now = 0, store = "-", base = "-" })
end

local actions = {}

function actions.freeze() frozen = now_ms() end

function actions.advance(wish)
    local ms = floor((tonumber(wish.seconds) or -1) * 1000 + 0.5)
    if ms < 0 then return "seconds must be a number from 0" end
    if frozen then frozen = frozen + ms else offset = offset + ms end
end

function actions.remaining(wish)
    if not plan_of[wish.key or ""] then return "no such key" end
    local now = now_ms()
    for _, staging in ipairs { false, true } do
        local c = caller(wish.key, staging, now)
        for window in pairs(WINDOW_MS) do
            if tonumber(wish[window]) then set_tokens(c[window], floor(wish[window]), now) end
        end
    end
end

function actions.reset()
    local options = {}
    for name in pairs(values) do options[name] = rawget(opt, name) end
    reset()
    to_app(options, breach)
end

function actions.configure(wish)
    local options = type(wish.options) == "table" and wish.options or {}
    local name = wish.breach ~= cjson.null and wish.breach or nil
    local wrong = wrong_options(options) or name and not M.breaches[name] and name
    if wrong then return "not known: " .. wrong end
    configure(options, name)
    to_app(options, name)
end

local function control(name)
    ngx.req.read_body()
    local good, wish = pcall(cjson.decode, ngx.req.get_body_data() or "{}")
    local action = ngx.req.get_method() == "POST" and actions[name]
    local problem = (not action or not good or type(wish) ~= "table") and "no such control" or action(wish)
    ngx.status = problem and 400 or 200
    ngx.header["Content-Type"] = "application/json"
    ngx.print(problem and cjson.encode { error = problem } or string.format('{"now": %d}', now_ms()))
end

-- Entries of nginx.conf --------------------------------------------------------------------------

function M.main()
    local uri = ngx.var.uri
    if control_open and uri:find("^/control/") then return control(uri:sub(10)) end
    api(uri)
end

-- Replies that nginx makes itself: unreadable requests, failures.
function M.nginx_error()
    local status = ngx.status
    if status == 404 then return M.main() end
    local now = now_ms()
    local known, key = pcall(api_key)
    local c = known and key and caller(key, false, now) or nil
    local word = (REASONS[status] or "error"):lower():gsub("%W", "_")
    send_error(c, status, word, REASONS[status] or "Error", nil, nil, now)
end

local function read_json(path)
    local file = assert(io.open(path))
    local value = cjson.decode(file:read("*a"))
    file:close()
    return value
end

function M.init()
    local here = os.getenv("HERE_DIR")
    for _, o in ipairs(read_json(here .. "/options.json")) do
        defaults[o.name], values[o.name] = o.default, {}
        for _, value in ipairs(o.values) do values[o.name][value] = true end
    end
    M.breaches = {}
    for _, b in ipairs(read_json(here .. "/breaches.json")) do M.breaches[b.name] = true end
    for key, plan in (os.getenv("KEYS") or ""):gmatch("([^:,%s]+):(%a+)") do plan_of[key] = plan end
    control_open = os.getenv("CONTROL") == "1"
    parent = tonumber(os.getenv("START_PID"))
    local name = os.getenv("SET_BREACH")
    configure(cjson.decode(os.getenv("SET_OPTIONS")), name ~= "" and name or nil)
end

-- End with the start script, however it ends: once nginx's master is no longer its child.
function M.init_worker()
    math.randomseed(ngx.now() * 1000 % 2147483647)
    local master = ffi.C.getppid()
    ngx.timer.every(0.3, function()
        local file = io.open("/proc/" .. master .. "/stat")
        local stat = file and file:read("*a") or ""
        if file then file:close() end
        if tonumber(stat:match("%) %S (%d+)")) ~= parent then
            ffi.C.kill(ffi.C.getppid() == master and master or ffi.C.getpid(), 15)
        end
    end)
end

return M
