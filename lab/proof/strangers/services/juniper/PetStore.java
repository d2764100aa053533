/*
 * A pet store service over HTTP: java PetStore.java
 *
 * PORT=n (0: any free port)  KEYS=key:plan,…  PETS=n (40)  CONTROL=1 opens POST /control/freeze, advance,
 * remaining, reset and configure.  OPTIONS=name=value,…  BREACH=name breaks one promise (see breaches.json).
 *
 * OPTIONS. Every value of every option, in any mixture, keeps what the interface document promises; the first
 * value is the default. After the dash: the sentence that leaves the matter open.
 *
 *   defaultStatus = available | pending | sold | absent: status of an animal added without one; absent = the member is left out — "Default value of
 *       `status` when omitted on creation, and length or character limits of `name`: not shown." `status` is not required in NewPet nor in Pet.
 *   nameRule = any | nonblank | max64 | letters: which names are refused with 400: none, blank ones, over 64 characters, anything but
 *       letters/space/'/- — "Default value of `status` when omitted on creation, and length or character limits of `name`: not shown."
 *   nameTrim = keep | trim | collapse: what becomes of outer (and, collapse, inner) white space of a name — "length or character limits of `name`: not
 *       shown"; nothing is said about white space.
 *   categoryRule = any | positive | known: which categories are refused with 400; known = only 1 to 7 — "Category record (fields, operations): not
 *       shown beyond the `categoryId` reference." Which identifiers are valid values is not said.
 *   unknownMembers = ignore | reject: members beyond NewPet in a body (also id): ignored or 400 — "Body missing required fields or containing invalid
 *       values": whether a further member is invalid is not said.
 *   duplicateMembers = last | first | reject: a member given twice: which value holds, or 400 — The document says "application/json" only; it does not
 *       speak of a member given twice.
 *   integralFloats = reject | accept: categoryId written 7.0 or 7e0: 400 or accepted exactly — "integer, int64": whether 7.0 is an integer in JSON is
 *       not said.
 *   nullStatus = reject | absent: status null in a body: 400 or as if omitted — `status` is "no" under Required; whether null is an invalid value or
 *       an omission is not said.
 *   contentType = any | 415 | 400: POST without application/json in Content-Type: read anyway, 415 or 400 — "All request and response bodies are
 *       `application/json`": the answer to a request that breaks this is not said.
 *   ids = seq | gaps | big | signed | negative: 1,2,3…; with gaps from 1001; from 2^53+1; any int64 at random, also negative; -1,-2,… — "Unique
 *       identifier, assigned by the service on creation": how it is chosen is not said beyond "integer, int64".
 *   location = none | relative | absolute: Location header of a 201 — The 201 row shows only the body; further headers are not said.
 *   listOrder = idAsc | newest | name | status | shuffle: order of a list; shuffle = another order in every reply — "JSON array of Pet": no order is
 *       said.
 *   badLimit = 400 | 422 | clamp | default: limit out of bounds or no integer: 400, 422, nearest bound, or 20 — "1 to 100 inclusive" is said, the
 *       answer to other values is not; 400 is listed for POST /pets only.
 *   badStatus = 400 | 422 | empty | ignore | casefold: unknown status in the query: 400, 422, empty list, no filter, or case ignored (else 400) —
 *       "available, pending, sold" are the allowed values; the answer to others is not said.
 *   emptyParam = invalid | absent: limit= or status= with nothing after it: invalid or as if absent — Nothing is said about an empty parameter value.
 *   repeatedParam = first | last | refuse: a parameter given twice: first, last or 400 — Nothing is said about a repeated parameter.
 *   unknownParam = ignore | refuse: parameters not in the table: ignored or 400 — The table lists parameters; what others do is not said.
 *   numberSyntax = strict | lenient: lenient: +5, 007 and outer blanks are integers too in limit and petId — "integer": how it may be written in a
 *       query or a path is not said.
 *   furtherPages = none | page | cursor | offset: none; ?page= with Link; ?cursor= with X-Next-Cursor; ?offset= with X-Total-Count — "How a client
 *       requests a further page (cursor, offset or page parameters) and what the response carries to support it: not shown."
 *   badPetId = 404 | 400 | 422: petId that is no int64: 404, 400 or 422 — "The animal could not be found" is 404; the answer to a petId that is not an
 *       int64 is not said.
 *   deprecation = none | true | sunset | link | warning: header that marks GET /pets/{petId} — "This operation is deprecated": how a reply shows it is
 *       not said.
 *   afterRemoval = 404 | 410: GET /pets/{petId} once removed — "scheduled for removal on 5 December 2030": what is answered afterwards is not said.
 *   removalMoment = dayStart | dayEnd: removal at the start or at the end (UTC) of that day — "removal on 5 December 2030": the hour and the time zone
 *       are not said.
 *   minuteWindow = calendar | first | rolling | phased | bucket: calendar minute; from the first request; log of the last 60 s; minute with a phase
 *       per key; token bucket of the plan's size — "Requests per minute": where a minute begins and how it is counted is not said.
 *   dayWindow = utc | first | rolling | pacific: UTC day; from the first request; log of the last 24 h; day in Los Angeles — "Requests per day": where
 *       a day begins and how it is counted is not said.
 *   resetMeans = full | next: for log and bucket: Reset is when all is free again, or when the next request is — "Unix timestamp at which the limit
 *       resets": for a window without a common end it is not said which moment that is.
 *   charged = all | successes | operations: requests that count: all with a valid key; those that succeed; the three operations only — "Requests per
 *       minute": whether refused or faulty requests, or unknown paths, are requests of the plan is not said.
 *   refusedCharge = none | day: whether a 429 counts against the day — Whether a refused request counts is not said.
 *   headerWindow = minute | day | tightest: the window the headers speak of: minute, day, or the one with fewest left — "Requests left in the current
 *       window": which of the two windows is not said.
 *   refusalHeaders = exceeded | same: on a 429: the window that is exceeded, or as on other replies — "Requests left in the current window": which of
 *       the two windows is not said.
 *   anonymousHeaders = free | zero | counted: headers without a valid key: 60/60, 0/0, or a shared count down from 60 — "present on every response"
 *       and "The limit that applies to the caller": which limit applies to a caller without a key is not said.
 *   enterprise = 5000/200000 | 90/900 | 20000/20000: requests per minute/day of the enterprise plan — "Enterprise | custom | custom".
 *   retryAfter = seconds | padded | date | millis | unix: seconds; seconds with 7 to spare; HTTP date; milliseconds; Unix timestamp — "Unit and format
 *       of the `Retry-After` value: not shown."
 *   body429 = error | other | object | string | empty: Error; another object; {}; a JSON string; no body — "Body shape of a 429 response: Error shape
 *       is not stated for it."
 *   ban = 5/120 | none | 3/90 | 1/600: n/s: n requests before the indicated time are followed by a ban of s seconds; none = no bans — "Continued
 *       requests after a 429 may cause a temporary ban of the API key." "Length of the temporary ban: not shown."
 *   bannedStatus = 429 | 403 | 401: status while banned (always with Retry-After) — "temporary ban of the API key": what a banned key is answered is
 *       not said.
 *   banExtends = no | yes: whether each request while banned starts the ban anew — "Length of the temporary ban: not shown."
 *   banHeaders = windows | zero: headers while banned: the windows as they are, or 0 left until the ban ends — "Requests left in the current window":
 *       what this is for a banned key is not said.
 *   keyScope = shared | own: whether a key sees the animals that other keys added — "How a key is issued, rotated or scoped: not shown."
 *   staging = shared | pets | separate: staging shares all; has its own animals; has its own animals and quotas — "A second, staging base address
 *       exists: {staging_base_url}, with the same path shape." What it shares is not said.
 *   schemeCase = exact | any: bearer in another letter case: 401 or accepted — "in the form `Authorization: Bearer <API_KEY>`": whether another letter
 *       case of the scheme is that form is not said.
 *   authOrder = authFirst | routeFirst: whether unknown paths and methods are answered before or after the key is looked at — "The requirement applies
 *       to every operation listed above"; other paths and methods are not said.
 *   head = 405 | 404 | get: HEAD: 405, 404, or GET without a body — HEAD is not mentioned.
 *   otherMethods = 405 | 404 | 501: methods beyond the operations: 405, 404 or 501 — "Update or delete of animals […]: not shown (paths, payloads and
 *       behaviour)."
 *   trailingSlash = 404 | accept: /pets/: 404 or as /pets — "GET /pets": a trailing slash is not mentioned.
 *   accept = ignore | 406: an Accept without application/json: ignored or 406 — "All request and response bodies are `application/json`": content
 *       negotiation is not mentioned.
 *   codes = snake | upper | dotted | digits: style of code — "The set of values of `code`: not shown."
 *   extraError = none | details | trace: further members of an Error — The Error table does not say that there are no further members.
 *   extraPet = none | createdAt | links | nulls: further members of a Pet — The Pet table does not say that there are no further members.
 *   json = compact | pretty | ascii | newline: layout of the JSON text — "application/json": white space and escapes are not said.
 *   memberOrder = declared | alphabetical | reversed: order of members in Pet and Error — "application/json": an order of members is not said.
 *   mediaType = plain | charset | quoted | mixedCase: parameters and letter case of the Content-Type value — "All request and response bodies are
 *       `application/json`": parameters and letter case of the media type are not said.
 *   headerCase = canonical | lower | upper: letter case of header names — HTTP header names have no letter case; the document does not say otherwise.
 *   extraHeaders = none | requestId | ietf: further headers — The headers table does not say that there are no further headers.
 *   framing = length | chunked | close: Content-Length, chunked, or one reply per connection — "a pet store over HTTP": framing and connections are
 *       not said.
 *   compress = never | gzip: gzip when Accept-Encoding names it — "a pet store over HTTP": content coding is not said.
 *   neighbours = none | lists | creates: other callers add an animal: never, before every third list, before every POST — "lets a client list animals
 *       […], add a new animal": that there is only one client is not said.
 *   drift = none | pendingExpires: a pending animal becomes available after ten minutes — "Transitions: not shown."
 *   latency = none | jitter | slowLists: none; 0 to 58 ms at random, so parallel replies change order; lists 80 ms slower — Nothing is said about time
 *       or order of replies.
 */
import java.io.*;
import java.math.*;
import java.net.*;
import java.nio.ByteBuffer;
import java.nio.charset.*;
import java.time.*;
import java.time.format.DateTimeFormatter;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.function.*;
import java.util.zip.GZIPOutputStream;

public class PetStore {

    public static void main(String[] args) throws Exception {
        Map<String, String> env = System.getenv();
        int port = Integer.parseInt(env.getOrDefault("PORT", "0"));
        int pets = Integer.parseInt(env.getOrDefault("PETS", "40"));
        Map<String, Plan> keys = Plan.parseKeys(env.getOrDefault("KEYS",
                "free-key:free,pro-key:pro,business-key:business,enterprise-key:enterprise"));
        Settings settings = Settings.fromText(env.getOrDefault("OPTIONS", ""), env.get("BREACH"));
        Application application = new Application(keys, pets, "1".equals(env.get("CONTROL")), settings);
        HttpListener listener = new HttpListener(port, application::handle);
        System.out.println("listening on http://127.0.0.1:" + listener.port() + "/v1");
        System.out.flush();
        listener.run();
    }
}

// ---------------------------------------------------------------- configuration

enum Plan {
    FREE(60, 1_000), PRO(300, 10_000), BUSINESS(1_000, 100_000), ENTERPRISE(0, 0);

    final int perMinute;
    final int perDay;

    Plan(int perMinute, int perDay) {
        this.perMinute = perMinute;
        this.perDay = perDay;
    }

    static Map<String, Plan> parseKeys(String text) {
        Map<String, Plan> keys = new LinkedHashMap<>();
        for (String item : text.split(",")) {
            if (item.isBlank()) continue;
            int colon = item.lastIndexOf(':');
            keys.put(item.substring(0, colon).trim(), Plan.valueOf(item.substring(colon + 1).trim().toUpperCase(Locale.ROOT)));
        }
        return keys;
    }
}

/** The chosen value of every option, and the breach in force, if any. */
final class Settings {
    /** Name and lawful values of each option; the first value is the default. */
    static final Map<String, List<String>> TABLE = new LinkedHashMap<>();
    static final Set<String> BREACHES = Set.of(
            "limiter-race", "parallel-same-id", "parallel-create-500", "parallel-create-lost",
            "limit-header-of-neighbour", "charge-other-key", "ban-hits-plan", "day-quota-shared-by-plan",
            "last-limit-becomes-default", "fresh-pet-404-for-other-key", "stale-filtered-list",
            "cache-key-without-status", "id-reused-after-400", "same-body-same-id", "body-leaks-into-next",
            "status-ignored-after-omitted", "own-pet-on-top", "context-not-cleared",
            "retry-after-minute-when-day-spent", "retry-after-ignores-ban", "ban-counts-lifetime",
            "window-restarts-each-request", "day-resets-with-minute", "remaining-after-error",
            "reset-stale-after-idle", "error-status-sticky", "headers-missing-while-banned",
            "removed-a-month-early", "category-rounded-in-list", "filter-after-limit");

    private static void option(String name, String... values) { TABLE.put(name, List.of(values)); }

    static {
        option("defaultStatus", "available", "pending", "sold", "absent");
        option("nameRule", "any", "nonblank", "max64", "letters");
        option("nameTrim", "keep", "trim", "collapse");
        option("categoryRule", "any", "positive", "known");
        option("unknownMembers", "ignore", "reject");
        option("duplicateMembers", "last", "first", "reject");
        option("integralFloats", "reject", "accept");
        option("nullStatus", "reject", "absent");
        option("contentType", "any", "415", "400");
        option("ids", "seq", "gaps", "big", "signed", "negative");
        option("location", "none", "relative", "absolute");
        option("listOrder", "idAsc", "newest", "name", "status", "shuffle");
        option("badLimit", "400", "422", "clamp", "default");
        option("badStatus", "400", "422", "empty", "ignore", "casefold");
        option("emptyParam", "invalid", "absent");
        option("repeatedParam", "first", "last", "refuse");
        option("unknownParam", "ignore", "refuse");
        option("numberSyntax", "strict", "lenient");
        option("furtherPages", "none", "page", "cursor", "offset");
        option("badPetId", "404", "400", "422");
        option("deprecation", "none", "true", "sunset", "link", "warning");
        option("afterRemoval", "404", "410");
        option("removalMoment", "dayStart", "dayEnd");
        option("minuteWindow", "calendar", "first", "rolling", "phased", "bucket");
        option("dayWindow", "utc", "first", "rolling", "pacific");
        option("resetMeans", "full", "next");
        option("charged", "all", "successes", "operations");
        option("refusedCharge", "none", "day");
        option("headerWindow", "minute", "day", "tightest");
        option("refusalHeaders", "exceeded", "same");
        option("anonymousHeaders", "free", "zero", "counted");
        option("enterprise", "5000/200000", "90/900", "20000/20000");
        option("retryAfter", "seconds", "padded", "date", "millis", "unix");
        option("body429", "error", "other", "object", "string", "empty");
        option("ban", "5/120", "none", "3/90", "1/600");
        option("bannedStatus", "429", "403", "401");
        option("banExtends", "no", "yes");
        option("banHeaders", "windows", "zero");
        option("keyScope", "shared", "own");
        option("staging", "shared", "pets", "separate");
        option("schemeCase", "exact", "any");
        option("authOrder", "authFirst", "routeFirst");
        option("head", "405", "404", "get");
        option("otherMethods", "405", "404", "501");
        option("trailingSlash", "404", "accept");
        option("accept", "ignore", "406");
        option("codes", "snake", "upper", "dotted", "digits");
        option("extraError", "none", "details", "trace");
        option("extraPet", "none", "createdAt", "links", "nulls");
        option("json", "compact", "pretty", "ascii", "newline");
        option("memberOrder", "declared", "alphabetical", "reversed");
        option("mediaType", "plain", "charset", "quoted", "mixedCase");
        option("headerCase", "canonical", "lower", "upper");
        option("extraHeaders", "none", "requestId", "ietf");
        option("framing", "length", "chunked", "close");
        option("compress", "never", "gzip");
        option("neighbours", "none", "lists", "creates");
        option("drift", "none", "pendingExpires");
        option("latency", "none", "jitter", "slowLists");
    }

    private final Map<String, String> chosen = new HashMap<>();
    final String breach;

    Settings(Map<String, String> options, String breach) {
        TABLE.forEach((name, values) -> chosen.put(name, values.get(0)));
        options.forEach((name, value) -> {
            List<String> values = TABLE.get(name);
            if (values == null) throw new IllegalArgumentException("unknown option " + name);
            if (!values.contains(value)) throw new IllegalArgumentException("option " + name + " has no value " + value);
            chosen.put(name, value);
        });
        this.breach = breach == null || breach.isEmpty() ? null : breach;
        if (this.breach != null && !BREACHES.contains(this.breach)) throw new IllegalArgumentException("unknown breach " + breach);
    }

    static Settings fromText(String text, String breach) {
        Map<String, String> options = new LinkedHashMap<>();
        for (String item : text.split(",")) {
            if (item.isBlank()) continue;
            String[] pair = item.split("=", 2);
            options.put(pair[0].trim(), pair.length < 2 ? "" : pair[1].trim());
        }
        return new Settings(options, breach);
    }

    String get(String option) { return chosen.get(option); }

    boolean is(String option, String value) {
        String v = chosen.get(option);
        if (v == null) throw new IllegalStateException("no option " + option);
        return v.equals(value);
    }

    boolean breaks(String name) { return name.equals(breach); }
}

/** The only source of time: windows, Date, Retry-After, bans and the removal day follow it. */
final class ServiceClock {
    private long offset;
    private long frozenAt = -1;

    synchronized long now() { return frozenAt >= 0 ? frozenAt : System.currentTimeMillis() + offset; }
    synchronized long freeze() { return frozenAt = now(); }

    synchronized long advance(long millis) {
        if (frozenAt >= 0) frozenAt += millis;
        else offset += millis;
        return now();
    }
}

// ---------------------------------------------------------------- JSON

/** A JSON number kept as it was written, so that no digit is lost. */
record JsonNumber(String text) {
    private static final BigInteger MIN = BigInteger.valueOf(Long.MIN_VALUE), MAX = BigInteger.valueOf(Long.MAX_VALUE);

    /** The exact int64, or null when the number is none. */
    Long toInt64(boolean allowIntegralFloat) {
        BigInteger value;
        if (text.matches("-?[0-9]+")) {
            value = new BigInteger(text);
        } else {
            if (!allowIntegralFloat) return null;
            try {
                BigDecimal decimal = new BigDecimal(text);
                if (decimal.signum() == 0) return 0L;
                if ((long) decimal.precision() - decimal.scale() > 20 || decimal.scale() > 1000) return null;
                value = decimal.toBigIntegerExact();
            } catch (ArithmeticException | NumberFormatException e) {
                return null;
            }
        }
        return value.compareTo(MIN) < 0 || value.compareTo(MAX) > 0 ? null : value.longValue();
    }
}

final class JsonReader {
    static final class Malformed extends Exception {
        Malformed(String message) { super(message); }
    }

    private final String s;
    private final String duplicates;
    private int i;

    private JsonReader(String s, String duplicates) {
        this.s = s;
        this.duplicates = duplicates;
    }

    static Object read(byte[] bytes, String duplicates) throws Malformed {
        String text;
        try {
            text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
        } catch (CharacterCodingException e) {
            throw new Malformed("the body is not UTF-8");
        }
        JsonReader reader = new JsonReader(text, duplicates);
        Object value = reader.value(0);
        reader.space();
        if (reader.i < text.length()) throw new Malformed("text after the JSON value");
        return value;
    }

    private void space() { while (i < s.length() && " \t\r\n".indexOf(s.charAt(i)) >= 0) i++; }

    private char peek() throws Malformed {
        if (i >= s.length()) throw new Malformed("the JSON ends too early");
        return s.charAt(i);
    }

    private void expect(String word) throws Malformed {
        if (!s.startsWith(word, i)) throw new Malformed("unexpected text at " + i);
        i += word.length();
    }

    private Object value(int depth) throws Malformed {
        if (depth > 64) throw new Malformed("nested too deeply");
        space();
        char c = peek();
        switch (c) {
            case '{': return object(depth);
            case '[': return array(depth);
            case '"': return string();
            case 't': expect("true"); return true;
            case 'f': expect("false"); return false;
            case 'n': expect("null"); return null;
            default: return number();
        }
    }

    private Map<String, Object> object(int depth) throws Malformed {
        Map<String, Object> map = new LinkedHashMap<>();
        i++;
        space();
        if (peek() == '}') {
            i++;
            return map;
        }
        while (true) {
            space();
            if (peek() != '"') throw new Malformed("a member name is expected at " + i);
            String name = string();
            space();
            expect(":");
            Object value = value(depth + 1);
            if (map.containsKey(name) && duplicates.equals("reject")) throw new Malformed("member " + name + " is given twice");
            if (!map.containsKey(name) || !duplicates.equals("first")) map.put(name, value);
            space();
            char c = peek();
            i++;
            if (c == '}') return map;
            if (c != ',') throw new Malformed("a comma is expected at " + (i - 1));
        }
    }

    private List<Object> array(int depth) throws Malformed {
        List<Object> list = new ArrayList<>();
        i++;
        space();
        if (peek() == ']') {
            i++;
            return list;
        }
        while (true) {
            list.add(value(depth + 1));
            space();
            char c = peek();
            i++;
            if (c == ']') return list;
            if (c != ',') throw new Malformed("a comma is expected at " + (i - 1));
        }
    }

    private String string() throws Malformed {
        StringBuilder out = new StringBuilder();
        i++;
        while (true) {
            char c = peek();
            i++;
            if (c == '"') return out.toString();
            if (c < 0x20) throw new Malformed("control character in a string");
            if (c != '\\') {
                out.append(c);
                continue;
            }
            char e = peek();
            i++;
            int at = "\"\\/bfnrt".indexOf(e);
            if (at >= 0) {
                out.append("\"\\/\b\f\n\r\t".charAt(at));
            } else if (e == 'u' && i + 4 <= s.length() && s.substring(i, i + 4).matches("[0-9a-fA-F]{4}")) {
                out.append((char) Integer.parseInt(s.substring(i, i + 4), 16));
                i += 4;
            } else {
                throw new Malformed("bad escape at " + i);
            }
        }
    }

    private JsonNumber number() throws Malformed {
        int start = i;
        while (i < s.length() && "+-.eE0123456789".indexOf(s.charAt(i)) >= 0) i++;
        String text = s.substring(start, i);
        if (!text.matches("-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][+-]?[0-9]+)?")) throw new Malformed("no JSON value at " + start);
        return new JsonNumber(text);
    }
}

final class JsonWriter {
    private final StringBuilder out = new StringBuilder();
    private final boolean pretty, ascii;

    private JsonWriter(boolean pretty, boolean ascii) {
        this.pretty = pretty;
        this.ascii = ascii;
    }

    static byte[] write(Object value, String style) {
        JsonWriter writer = new JsonWriter(style.equals("pretty"), style.equals("ascii"));
        writer.value(value, 0);
        if (style.equals("newline")) writer.out.append('\n');
        return writer.out.toString().getBytes(StandardCharsets.UTF_8);
    }

    private void value(Object value, int depth) {
        if (value instanceof Map<?, ?> map) {
            items('{', '}', map.entrySet(), depth, entry -> {
                string((String) entry.getKey());
                out.append(pretty ? ": " : ":");
                value(entry.getValue(), depth + 1);
            });
        } else if (value instanceof List<?> list) {
            items('[', ']', list, depth, item -> value(item, depth + 1));
        } else if (value instanceof String text) {
            string(text);
        } else {
            out.append(value);
        }
    }

    private <T> void items(char open, char close, Collection<T> items, int depth, Consumer<T> each) {
        out.append(open);
        boolean first = true;
        for (T item : items) {
            if (!first) out.append(',');
            first = false;
            line(depth + 1);
            each.accept(item);
        }
        if (!first) line(depth);
        out.append(close);
    }

    private void line(int depth) { if (pretty) out.append('\n').append("  ".repeat(depth)); }

    private void string(String text) {
        out.append('"');
        for (int k = 0; k < text.length(); k++) {
            char c = text.charAt(k);
            boolean pair = Character.isHighSurrogate(c) && k + 1 < text.length() && Character.isLowSurrogate(text.charAt(k + 1));
            if (c == '"' || c == '\\') out.append('\\').append(c);
            else if (pair && !ascii) out.append(c).append(text.charAt(++k));
            else if (c < 0x20 || c == 0x7f || Character.isSurrogate(c) || ascii && c > 0x7e) out.append(String.format("\\u%04x", (int) c));
            else out.append(c);
        }
        out.append('"');
    }
}

// ---------------------------------------------------------------- HTTP transport

final class Request {
    String method = "", target = "", path = "", query = "";
    final Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    byte[] body = new byte[0];
    boolean malformed, tooLarge, close, http10;
    Connection connection;
}

final class Connection {
    String lastKey;
}

final class Reply {
    final int status;
    final Map<String, String> headers = new LinkedHashMap<>();
    Object body;
    boolean hasBody = true;
    String mediaType = "application/json";

    Reply(int status, Object body) {
        this.status = status;
        this.body = body;
    }

    Reply header(String name, String value) {
        headers.put(name, value);
        return this;
    }
}

/** HTTP/1.1 over plain sockets: one pooled thread serves one connection. */
final class HttpListener {
    interface Handler {
        void handle(Request request, ReplyWriter writer) throws IOException;
    }

    private static final int MAX_BODY = 4 << 20;
    private final ServerSocket server;
    private final Handler handler;
    private final ExecutorService pool = Executors.newCachedThreadPool();

    HttpListener(int port, Handler handler) throws IOException {
        this.handler = handler;
        server = new ServerSocket();
        server.setReuseAddress(true);
        server.bind(new InetSocketAddress("127.0.0.1", port), 256);
    }

    int port() { return server.getLocalPort(); }

    void run() throws IOException {
        while (true) {
            Socket socket = server.accept();
            pool.execute(() -> serve(socket));
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            socket.setTcpNoDelay(true);
            socket.setSoTimeout(60_000);
            InputStream in = new BufferedInputStream(socket.getInputStream(), 8192);
            OutputStream out = socket.getOutputStream();
            Connection connection = new Connection();
            while (true) {
                Request request = read(in, out);
                if (request == null) return;
                request.connection = connection;
                ReplyWriter writer = new ReplyWriter(out, request);
                handler.handle(request, writer);
                if (writer.closed) {
                    socket.shutdownOutput();
                    if (request.tooLarge) in.skip(64L << 20);
                    return;
                }
            }
        } catch (IOException e) {
            // the client went away
        }
    }

    private static String line(InputStream in) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int c; (c = in.read()) != '\n'; line.write(c)) {
            if (c < 0) return null;
            if (line.size() > 32_768) throw new IOException("line too long");
        }
        String text = line.toString(StandardCharsets.ISO_8859_1);
        return text.endsWith("\r") ? text.substring(0, text.length() - 1) : text;
    }

    private static Request read(InputStream in, OutputStream out) throws IOException {
        String first = line(in);
        if (first != null && first.isEmpty()) first = line(in);
        if (first == null) return null;
        Request request = new Request();
        String[] words = first.split(" ");
        if (words.length != 3 || !words[2].startsWith("HTTP/1.")) request.malformed = true;
        for (String header; (header = line(in)) != null && !header.isEmpty(); ) {
            int colon = header.indexOf(':');
            if (colon <= 0) request.malformed = true;
            else request.headers.merge(header.substring(0, colon).trim(), header.substring(colon + 1).trim(), (a, b) -> a + ", " + b);
        }
        if (!request.malformed) {
            request.method = words[0];
            request.http10 = words[2].equals("HTTP/1.0");
            request.target = words[1].replaceFirst("^https?://[^/?]*", "");
            int mark = request.target.indexOf('?');
            request.path = mark < 0 ? request.target : request.target.substring(0, mark);
            request.query = mark < 0 ? "" : request.target.substring(mark + 1);
            String connection = request.headers.getOrDefault("Connection", "").toLowerCase(Locale.ROOT);
            request.close = connection.contains("close") || request.http10 && !connection.contains("keep-alive");
            body(request, in, out);
        }
        if (request.malformed || request.tooLarge) request.close = true;
        return request;
    }

    private static void body(Request request, InputStream in, OutputStream out) throws IOException {
        String length = request.headers.get("Content-Length");
        boolean chunked = request.headers.getOrDefault("Transfer-Encoding", "").toLowerCase(Locale.ROOT).contains("chunked");
        if (!chunked && length == null) return;
        if (!chunked && !length.matches("[0-9]{1,18}")) {
            request.malformed = true;
            return;
        }
        if (!chunked && Long.parseLong(length) > MAX_BODY) {
            request.tooLarge = true;
            return;
        }
        if (request.headers.getOrDefault("Expect", "").equalsIgnoreCase("100-continue")) {
            out.write("HTTP/1.1 100 Continue\r\n\r\n".getBytes(StandardCharsets.ISO_8859_1));
            out.flush();
        }
        if (!chunked) {
            request.body = in.readNBytes(Integer.parseInt(length));
            return;
        }
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        while (true) {
            String size = line(in);
            if (size == null) throw new IOException("chunk cut short");
            String digits = size.split(";")[0].trim();
            if (!digits.matches("[0-9a-fA-F]{1,7}")) {
                request.malformed = true;
                return;
            }
            int n = Integer.parseInt(digits, 16);
            if (n == 0) break;
            if (body.size() + n > MAX_BODY) {
                request.tooLarge = true;
                return;
            }
            body.write(in.readNBytes(n));
            line(in);
        }
        for (String trailer; (trailer = line(in)) != null && !trailer.isEmpty(); ) {
            // trailers carry nothing for this service
        }
        request.body = body.toByteArray();
    }
}

/** Writes one reply in the form that the options ask for. */
final class ReplyWriter {
    private static final Map<Integer, String> REASONS = Map.ofEntries(Map.entry(200, "OK"), Map.entry(201, "Created"),
            Map.entry(400, "Bad Request"), Map.entry(401, "Unauthorized"), Map.entry(403, "Forbidden"),
            Map.entry(404, "Not Found"), Map.entry(405, "Method Not Allowed"), Map.entry(406, "Not Acceptable"),
            Map.entry(410, "Gone"), Map.entry(415, "Unsupported Media Type"), Map.entry(422, "Unprocessable Entity"),
            Map.entry(429, "Too Many Requests"), Map.entry(500, "Internal Server Error"), Map.entry(501, "Not Implemented"));
    private final OutputStream out;
    private final Request request;
    boolean closed;

    ReplyWriter(OutputStream out, Request request) {
        this.out = out;
        this.request = request;
    }

    void write(Reply reply, Settings settings, long now) throws IOException {
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("Date", Dates.http(now));
        headers.putAll(reply.headers);
        byte[] body = new byte[0];
        boolean chunked = settings.is("framing", "chunked") && !request.http10;
        if (reply.hasBody) {
            body = JsonWriter.write(reply.body, settings.get("json"));
            headers.put("Content-Type", mediaType(reply.mediaType, settings));
            String accepted = request.headers.getOrDefault("Accept-Encoding", "").toLowerCase(Locale.ROOT);
            if (settings.is("compress", "gzip") && accepted.matches(".*\\bgzip\\b(?!\\s*;\\s*q=0(\\.0*)?(\\s*,|\\s*$)).*")) {
                ByteArrayOutputStream packed = new ByteArrayOutputStream();
                try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
                    gzip.write(body);
                }
                body = packed.toByteArray();
                headers.put("Content-Encoding", "gzip");
                headers.put("Vary", "Accept-Encoding");
            }
        } else {
            chunked = false;
        }
        if (chunked) headers.put("Transfer-Encoding", "chunked");
        else headers.put("Content-Length", String.valueOf(body.length));
        closed = request.close || settings.is("framing", "close");
        headers.put("Connection", closed ? "close" : "keep-alive");

        StringBuilder head = new StringBuilder("HTTP/1.1 " + reply.status + " " + REASONS.getOrDefault(reply.status, "Status") + "\r\n");
        headers.forEach((name, value) -> head.append(headerName(name, settings)).append(": ").append(value).append("\r\n"));
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        all.writeBytes(head.append("\r\n").toString().getBytes(StandardCharsets.ISO_8859_1));
        if (!request.method.equals("HEAD")) {
            if (!chunked) {
                all.writeBytes(body);
            } else {
                int half = Math.max(1, body.length / 2);
                for (int at = 0; at < body.length; at += half) {
                    int n = Math.min(half, body.length - at);
                    all.writeBytes((Integer.toHexString(n) + "\r\n").getBytes(StandardCharsets.ISO_8859_1));
                    all.write(body, at, n);
                    all.writeBytes("\r\n".getBytes(StandardCharsets.ISO_8859_1));
                }
                all.writeBytes("0\r\n\r\n".getBytes(StandardCharsets.ISO_8859_1));
            }
        }
        out.write(all.toByteArray());
        out.flush();
    }

    private static String headerName(String name, Settings settings) {
        switch (settings.get("headerCase")) {
            case "lower": return name.toLowerCase(Locale.ROOT);
            case "upper": return name.toUpperCase(Locale.ROOT);
            default: return name;
        }
    }

    private static String mediaType(String type, Settings settings) {
        switch (settings.get("mediaType")) {
            case "charset": return type + "; charset=utf-8";
            case "quoted": return type + ";charset=\"UTF-8\"";
            case "mixedCase": return type.replace("application/json", "Application/JSON");
            default: return type;
        }
    }
}

final class Dates {
    private static final DateTimeFormatter HTTP = DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.US).withZone(ZoneOffset.UTC);
    static final long REMOVAL_DAY = Instant.parse("2030-12-05T00:00:00Z").toEpochMilli();

    static String http(long millis) { return HTTP.format(Instant.ofEpochMilli(millis)); }

    /** Seconds, rounded up: never earlier than the moment itself. */
    static long seconds(long millis) { return -Math.floorDiv(-millis, 1000L); }

    static long removal(Settings settings) {
        if (settings.breaks("removed-a-month-early")) return Instant.parse("2030-11-05T00:00:00Z").toEpochMilli();
        return settings.is("removalMoment", "dayEnd") ? REMOVAL_DAY + 86_400_000L : REMOVAL_DAY;
    }
}

// ---------------------------------------------------------------- repository

record Pet(long id, String name, long categoryId, String status, String owner, long createdAt) {
    static final List<String> STATUSES = List.of("available", "pending", "sold");

    /** The status at this moment: reservations may lapse by themselves. */
    String statusAt(long now, Settings settings) {
        boolean lapsed = settings.is("drift", "pendingExpires") && "pending".equals(status) && now - createdAt >= 600_000;
        return lapsed ? "available" : status;
    }
}

final class IdSource {
    private final String kind;
    private final Random random = new Random(7919);
    private final Set<Long> used = new HashSet<>();
    private Long next;
    private long last;

    IdSource(String kind) {
        this.kind = kind;
        switch (kind) {
            case "gaps": last = 1000; break;
            case "big": last = 9_007_199_254_740_992L; break;
            default: last = 0;
        }
    }

    /** The identifier that the next animal will get. */
    synchronized long peek() {
        if (next == null) {
            switch (kind) {
                case "gaps": next = last + 1 + random.nextInt(9); break;
                case "negative": next = last - 1; break;
                case "signed":
                    do next = random.nextLong(); while (used.contains(next));
                    break;
                default: next = last + 1;
            }
        }
        return next;
    }

    synchronized void consume(long id) {
        if (next == null || next == id) {
            last = id;
            next = null;
        }
        used.add(id);
    }

    synchronized long take() {
        long id = peek();
        consume(id);
        return id;
    }

    synchronized void rollBack() { if (!used.isEmpty()) next = last; }
}

/** Copy-on-write store of animals, in the order in which they were added. */
final class PetRepository {
    private static final String[] NAMES = {"Biscuit", "Juno", "Mochi", "Rex", "Clover", "Olive", "Ziggy", "Poppy", "Bruno", "Saffron", "Émile", "Luna"};
    private final Settings settings;
    final IdSource ids;
    private final AtomicInteger version = new AtomicInteger();
    private volatile List<Pet> pets = List.of();

    PetRepository(Settings settings, int count, long now) {
        this.settings = settings;
        ids = new IdSource(settings.get("ids"));
        for (int k = 0; k < count; k++) {
            String status = Pet.STATUSES.get(k % 3);
            if (settings.is("defaultStatus", "absent") && k % 5 == 4) status = null;
            save(NAMES[k % NAMES.length], 1 + k % 7, status, null, now, false);
        }
    }

    List<Pet> all() { return pets; }

    Optional<Pet> findById(long id) {
        List<Pet> now = pets;
        for (int k = now.size() - 1; k >= 0; k--) if (now.get(k).id() == id) return Optional.of(now.get(k));
        return Optional.empty();
    }

    Pet save(String name, long categoryId, String status, String owner, long now, boolean fromClient) {
        if (fromClient && settings.breaks("parallel-same-id")) {
            long id = ids.peek();
            Pauses.pause(50);
            ids.consume(id);
            return append(new Pet(id, name, categoryId, status, owner, now));
        }
        if (fromClient && settings.breaks("parallel-create-500")) {
            int seen = version.get();
            Pauses.pause(50);
            if (!version.compareAndSet(seen, seen + 1)) throw new IllegalStateException("row was updated by another transaction");
        }
        if (fromClient && settings.breaks("parallel-create-lost")) {
            Pet pet = new Pet(ids.take(), name, categoryId, status, owner, now);
            List<Pet> copy = new ArrayList<>(pets);
            Pauses.pause(50);
            copy.add(pet);
            pets = copy;
            return pet;
        }
        return append(new Pet(ids.take(), name, categoryId, status, owner, now));
    }

    private synchronized Pet append(Pet pet) {
        List<Pet> copy = new ArrayList<>(pets.size() + 1);
        copy.addAll(pets);
        copy.add(pet);
        pets = copy;
        return pet;
    }
}

final class Pauses {
    static void pause(long millis) {
        try {
            if (millis > 0) Thread.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}

// ---------------------------------------------------------------- rate limiting

/** One counted window of one key. All calls are made under the limiter's lock. */
abstract class Window {
    final int limit;

    Window(int limit) { this.limit = limit; }

    abstract int remaining(long now);
    abstract void charge(long now);
    abstract void refund(long now);

    /** The first moment at which a request passes this window. */
    abstract long freeAt(long now);

    /** The moment that X-RateLimit-Reset speaks of. */
    abstract long resetAt(long now);
    abstract void setRemaining(int n, long now);

    /** Starts the whole window anew from this moment, keeping what was spent. */
    abstract void restart(long now);
}

/** A window with one end, at which everything is given back. */
final class FixedWindow extends Window {
    private final LongUnaryOperator endFor;
    private final long length;
    private int used;
    private long end;

    FixedWindow(int limit, long length, LongUnaryOperator endFor) {
        super(limit);
        this.length = length;
        this.endFor = endFor;
    }

    private void roll(long now) {
        if (now >= end) {
            used = 0;
            end = 0;
        }
    }

    private void open(long now) {
        roll(now);
        if (end == 0) end = endFor.applyAsLong(now);
    }

    int remaining(long now) {
        roll(now);
        return Math.max(0, limit - used);
    }

    void charge(long now) {
        open(now);
        used++;
    }

    void refund(long now) {
        roll(now);
        if (used > 0) used--;
        if (used == 0) end = 0;
    }

    long freeAt(long now) { return remaining(now) > 0 ? now : end; }

    long resetAt(long now) {
        roll(now);
        return end == 0 ? endFor.applyAsLong(now) : end;
    }

    void setRemaining(int n, long now) {
        open(now);
        used = limit - n;
    }

    void restart(long now) { end = now + length; }
}

/** A log of the requests of the last minute or day; each leaves it by itself. */
final class RollingWindow extends Window {
    private final long length;
    private final boolean resetIsNext;
    private final ArrayDeque<long[]> log = new ArrayDeque<>();
    private int used;

    RollingWindow(int limit, long length, boolean resetIsNext) {
        super(limit);
        this.length = length;
        this.resetIsNext = resetIsNext;
    }

    private void prune(long now) { while (!log.isEmpty() && log.peekFirst()[0] + length <= now) used -= (int) log.pollFirst()[1]; }

    int remaining(long now) {
        prune(now);
        return Math.max(0, limit - used);
    }

    void charge(long now) { add(now, 1); }

    private void add(long now, int n) {
        if (n <= 0) return;
        if (!log.isEmpty() && log.peekLast()[0] == now) log.peekLast()[1] += n;
        else log.addLast(new long[] {now, n});
        used += n;
    }

    void refund(long now) {
        prune(now);
        if (log.isEmpty()) return;
        used--;
        if (--log.peekLast()[1] == 0) log.pollLast();
    }

    long freeAt(long now) {
        prune(now);
        int over = used - limit + 1;
        for (long[] entry : log) {
            if (over <= 0) break;
            over -= (int) entry[1];
            if (over <= 0) return entry[0] + length;
        }
        return now;
    }

    long resetAt(long now) {
        prune(now);
        if (log.isEmpty()) return now;
        return (resetIsNext ? log.peekFirst() : log.peekLast())[0] + length;
    }

    void setRemaining(int n, long now) {
        log.clear();
        used = 0;
        add(now, limit - n);
    }

    void restart(long now) {
        int spent = used;
        log.clear();
        used = 0;
        add(now, spent);
    }
}

/** A bucket that holds the limit and fills evenly within the window's length. */
final class BucketWindow extends Window {
    private final long length;
    private final boolean resetIsNext;
    private double tokens;
    private long at;
    private long heldUntil;

    BucketWindow(int limit, long length, boolean resetIsNext) {
        super(limit);
        this.length = length;
        this.resetIsNext = resetIsNext;
        tokens = limit;
    }

    private void fill(long now) {
        if (heldUntil > 0 && now >= heldUntil) {
            tokens = limit;
            heldUntil = 0;
        }
        if (heldUntil == 0) tokens = Math.min(limit, tokens + (double) (now - at) * limit / length);
        at = now;
    }

    int remaining(long now) {
        fill(now);
        return (int) Math.floor(tokens + 1e-6);
    }

    void charge(long now) {
        fill(now);
        tokens = Math.max(0, tokens - 1);
    }

    void refund(long now) { tokens = Math.min(limit, tokens + 1); }

    private long when(double level, long now) {
        fill(now);
        if (tokens + 1e-6 >= level) return now;
        return heldUntil > 0 ? heldUntil : now + (long) Math.ceil((level - tokens) * length / limit);
    }

    long freeAt(long now) { return when(1, now); }
    long resetAt(long now) { return when(resetIsNext ? Math.min(limit, Math.floor(tokens + 1e-6) + 1) : limit, now); }

    void setRemaining(int n, long now) {
        fill(now);
        tokens = n;
    }

    void restart(long now) { heldUntil = now + length; }
}

record Rate(int limit, int remaining, long resetAt) { }

record Verdict(boolean allowed, boolean banned, long retryAt, Rate rate) { }

/** What one key has spent, its refusals and its ban. */
final class Quota {
    final String key;
    final Plan plan;
    final Window minute;
    final Window day;
    int refusals;
    long retryUntil;
    long bannedUntil;
    boolean minuteTouched;
    int headerSurplus;
    Long lastReset;

    Quota(String key, Plan plan, Window minute, Window day) {
        this.key = key;
        this.plan = plan;
        this.minute = minute;
        this.day = day;
    }
}

final class RateLimiter {
    private static final long MINUTE = 60_000, DAY = 86_400_000;
    private final Settings settings;
    private final ServiceClock clock;
    private final Map<String, Quota> quotas = new LinkedHashMap<>();
    private final int banAfter;
    private final long banMillis;

    RateLimiter(Settings settings, ServiceClock clock, Map<String, Plan> keys) {
        this.settings = settings;
        this.clock = clock;
        Map<Plan, Window> shared = new HashMap<>();
        keys.forEach((key, plan) -> {
            String[] custom = settings.get("enterprise").split("/");
            int perMinute = plan == Plan.ENTERPRISE ? Integer.parseInt(custom[0]) : plan.perMinute;
            int perDay = plan == Plan.ENTERPRISE ? Integer.parseInt(custom[1]) : plan.perDay;
            Window day = settings.breaks("day-quota-shared-by-plan") ? shared.computeIfAbsent(plan, p -> dayWindow(perDay)) : dayWindow(perDay);
            quotas.put(key, new Quota(key, plan, minuteWindow(key, perMinute), day));
        });
        String[] ban = settings.get("ban").split("/");
        banAfter = ban.length < 2 ? Integer.MAX_VALUE : Integer.parseInt(ban[0]);
        banMillis = ban.length < 2 ? 0 : 1000L * Integer.parseInt(ban[1]);
    }

    private Window minuteWindow(String key, int limit) {
        boolean next = settings.is("resetMeans", "next");
        switch (settings.get("minuteWindow")) {
            case "first": return new FixedWindow(limit, MINUTE, now -> now + MINUTE);
            case "rolling": return new RollingWindow(limit, MINUTE, next);
            case "bucket": return new BucketWindow(limit, MINUTE, next);
            case "phased":
                long phase = Math.floorMod(key.hashCode(), 60) * 1000L;
                return new FixedWindow(limit, MINUTE, now -> Math.floorDiv(now - phase, MINUTE) * MINUTE + phase + MINUTE);
            default: return new FixedWindow(limit, MINUTE, now -> Math.floorDiv(now, MINUTE) * MINUTE + MINUTE);
        }
    }

    private Window dayWindow(int limit) {
        switch (settings.get("dayWindow")) {
            case "first": return new FixedWindow(limit, DAY, now -> now + DAY);
            case "rolling": return new RollingWindow(limit, DAY, settings.is("resetMeans", "next"));
            case "pacific":
                ZoneId zone = ZoneId.of("America/Los_Angeles");
                return new FixedWindow(limit, DAY, now -> Instant.ofEpochMilli(now).atZone(zone).toLocalDate().plusDays(1)
                        .atStartOfDay(zone).toInstant().toEpochMilli());
            default: return new FixedWindow(limit, DAY, now -> Math.floorDiv(now, DAY) * DAY + DAY);
        }
    }

    Quota quota(String key) { return key == null ? null : quotas.get(key); }

    Verdict admit(Quota quota, Quota payer) {
        if (settings.breaks("limiter-race")) {
            synchronized (this) {
                Verdict verdict = check(quota, clock.now());
                if (!verdict.allowed()) return verdict;
            }
            Pauses.pause(50);
            synchronized (this) { return charge(quota, payer, clock.now()); }
        }
        synchronized (this) {
            long now = clock.now();
            Verdict verdict = check(quota, now);
            return verdict.allowed() ? charge(quota, payer, now) : verdict;
        }
    }

    private Verdict charge(Quota quota, Quota payer, long now) {
        if (payer.minute.remaining(now) == payer.minute.limit) payer.headerSurplus = 0;
        payer.minute.charge(now);
        payer.day.charge(now);
        payer.minuteTouched = true;
        if (settings.breaks("window-restarts-each-request")) payer.minute.restart(now);
        return new Verdict(true, false, 0, rate(quota, now, false, false));
    }

    private Verdict check(Quota quota, long now) {
        if (settings.breaks("day-resets-with-minute") && quota.minuteTouched && quota.minute.remaining(now) == quota.minute.limit) {
            quota.day.setRemaining(quota.day.limit, now);
            quota.minuteTouched = false;
        }
        if (now < quota.bannedUntil) {
            if (settings.is("banExtends", "yes")) quota.bannedUntil = now + banMillis;
            return refusal(quota, now, true);
        }
        if (quota.minute.remaining(now) > 0 && quota.day.remaining(now) > 0) {
            if (!settings.breaks("ban-counts-lifetime")) quota.refusals = 0;
            return new Verdict(true, false, 0, null);
        }
        if (settings.is("refusedCharge", "day") && quota.day.remaining(now) > 0) quota.day.charge(now);
        boolean lifetime = settings.breaks("ban-counts-lifetime");
        boolean tooEarly = now < quota.retryUntil;
        quota.refusals = tooEarly || lifetime ? quota.refusals + 1 : 0;
        boolean banned = quota.refusals >= banAfter;
        if (banned) {
            quota.refusals = 0;
            for (Quota other : quotas.values()) {
                if (other == quota || settings.breaks("ban-hits-plan") && other.plan == quota.plan) other.bannedUntil = now + banMillis;
            }
        }
        return refusal(quota, now, banned);
    }

    private Verdict refusal(Quota quota, long now, boolean banned) {
        long free = Math.max(quota.minute.freeAt(now), quota.day.freeAt(now));
        long retryAt = banned ? Math.max(quota.bannedUntil, free) : free;
        quota.retryUntil = retryAt;
        if (banned && settings.breaks("retry-after-ignores-ban")) retryAt = Math.max(free, now + 1000);
        if (!banned && quota.day.remaining(now) == 0 && settings.breaks("retry-after-minute-when-day-spent")) {
            retryAt = Math.max(now + 1000, Math.max(quota.minute.freeAt(now), quota.minute.resetAt(now)));
        }
        return new Verdict(false, banned, retryAt, rate(quota, now, true, banned));
    }

    synchronized Rate refund(Quota quota) {
        long now = clock.now();
        quota.minute.refund(now);
        quota.day.refund(now);
        return rate(quota, now, false, false);
    }

    synchronized Rate look(Quota quota) { return rate(quota, clock.now(), false, false); }
    synchronized void countError(Quota quota) { quota.headerSurplus++; }

    synchronized void setRemaining(String key, Integer minute, Integer day) {
        Quota quota = quotas.get(key);
        if (minute != null) quota.minute.setRemaining(Math.max(0, Math.min(quota.minute.limit, minute)), clock.now());
        if (day != null) quota.day.setRemaining(Math.max(0, Math.min(quota.day.limit, day)), clock.now());
    }

    private Rate rate(Quota quota, long now, boolean refused, boolean banned) {
        int minuteLeft = quota.minute.remaining(now), dayLeft = quota.day.remaining(now);
        Window shown;
        switch (settings.get("headerWindow")) {
            case "day": shown = quota.day; break;
            case "tightest": shown = dayLeft < minuteLeft ? quota.day : quota.minute; break;
            default: shown = quota.minute;
        }
        if (banned && settings.is("banHeaders", "zero")) return new Rate(shown.limit, 0, Math.max(quota.bannedUntil, now));
        if (refused && settings.is("refusalHeaders", "exceeded")) shown = quota.day.freeAt(now) > quota.minute.freeAt(now) ? quota.day : quota.minute;
        int left = shown.remaining(now);
        if (settings.breaks("remaining-after-error")) left = Math.min(shown.limit, left + quota.headerSurplus);
        long reset = shown.resetAt(now);
        if (settings.breaks("reset-stale-after-idle")) {
            long real = reset;
            if (quota.lastReset != null && quota.lastReset <= now) reset = quota.lastReset;
            quota.lastReset = real;
        }
        return new Rate(shown.limit, left, reset);
    }
}

// ---------------------------------------------------------------- the world of one run

/** Everything that a reset puts back: animals, quotas, bans, caches. */
final class World {
    final Settings settings;
    final ServiceClock clock;
    final PetRepository pets, stagingPets;
    final RateLimiter limiter, stagingLimiter;
    final Map<String, Object> memory = new ConcurrentHashMap<>();
    final AtomicInteger lists = new AtomicInteger();
    volatile int lastErrorStatus;
    volatile Integer stickyLimit;
    volatile Quota currentCaller;
    volatile int currentLimit;
    private long anonymousMinute;
    private int anonymousUsed;

    World(Settings settings, ServiceClock clock, Map<String, Plan> keys, int count) {
        this.settings = settings;
        this.clock = clock;
        pets = new PetRepository(settings, count, clock.now());
        stagingPets = settings.is("staging", "shared") ? pets : new PetRepository(settings, count, clock.now());
        limiter = new RateLimiter(settings, clock, keys);
        stagingLimiter = settings.is("staging", "separate") ? new RateLimiter(settings, clock, keys) : limiter;
    }

    /** The headers of a caller that no key identifies. */
    synchronized Rate anonymous() {
        long now = clock.now(), minute = Math.floorDiv(now, 60_000L), reset = (minute + 1) * 60_000;
        if (settings.is("anonymousHeaders", "zero")) return new Rate(0, 0, reset);
        if (settings.is("anonymousHeaders", "free")) return new Rate(60, 60, reset);
        if (minute != anonymousMinute) anonymousUsed = 0;
        anonymousMinute = minute;
        anonymousUsed++;
        return new Rate(60, Math.max(0, 60 - anonymousUsed), reset);
    }
}

final class Exchange {
    final Request request;
    final World world;
    final Settings settings;
    final boolean staging;
    final String path;
    final PetRepository pets;
    final RateLimiter limiter;
    private final long arrived;
    String key;
    Rate rate;
    boolean banned;

    Exchange(Request request, World world, boolean staging, String path) {
        this.request = request;
        this.world = world;
        this.settings = world.settings;
        this.staging = staging;
        this.path = path;
        arrived = world.clock.now();
        pets = staging ? world.stagingPets : world.pets;
        limiter = staging ? world.stagingLimiter : world.limiter;
    }

    /** The moment at which the request arrived. */
    long now() { return arrived; }
    boolean sees(Pet pet) { return settings.is("keyScope", "shared") || pet.owner() == null || pet.owner().equals(key); }
}

// ---------------------------------------------------------------- errors

final class ApiException extends RuntimeException {
    final int status;
    final String code;
    final Map<String, String> headers = new LinkedHashMap<>();

    ApiException(int status, String code, String message) {
        super(message, null, false, false);
        this.status = status;
        this.code = code;
    }

    ApiException header(String name, String value) {
        headers.put(name, value);
        return this;
    }
}

final class ErrorMapper {
    static Reply map(Exception thrown, Exchange x) {
        ApiException e = thrown instanceof ApiException known ? known
                : new ApiException(500, "internal_error", "The service could not complete the request");
        Reply reply = new Reply(e.status, body(e, x));
        reply.headers.putAll(e.headers);
        if (e.status == 429) shape429(reply, x.settings);
        return reply;
    }

    static Map<String, Object> body(ApiException e, Exchange x) {
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("code", code(e, x.settings));
        body.put("message", e.getMessage());
        int status = e.status;
        if (x.settings.breaks("error-status-sticky")) {
            if (x.world.lastErrorStatus != 0) status = x.world.lastErrorStatus;
            x.world.lastErrorStatus = e.status;
        }
        body.put("status", status);
        if (x.settings.is("extraError", "details")) body.put("details", List.of(Map.of("reason", e.code)));
        if (x.settings.is("extraError", "trace")) body.put("traceId", UUID.randomUUID().toString());
        return Shapes.order(body, x.settings);
    }

    private static String code(ApiException e, Settings settings) {
        switch (settings.get("codes")) {
            case "upper": return e.code.toUpperCase(Locale.ROOT);
            case "dotted": return "petstore.error." + e.code.replace('_', '-');
            case "digits": return e.status + String.format("%02d", Math.floorMod(e.code.hashCode(), 100));
            default: return e.code;
        }
    }

    private static void shape429(Reply reply, Settings settings) {
        switch (settings.get("body429")) {
            case "other": reply.body = Map.of("error", "too_many_requests"); break;
            case "object": reply.body = Map.of(); break;
            case "string": reply.body = "slow down"; break;
            case "empty": reply.hasBody = false; break;
            default: break;
        }
    }
}

/** How animals look in replies. */
final class Shapes {
    static Map<String, Object> pet(Pet pet, Exchange x, boolean inList) {
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("id", pet.id());
        body.put("name", pet.name());
        boolean rounded = inList && x.settings.breaks("category-rounded-in-list");
        body.put("categoryId", rounded ? (long) (double) pet.categoryId() : pet.categoryId());
        String status = pet.statusAt(x.now(), x.settings);
        if (status != null) body.put("status", status);
        switch (x.settings.get("extraPet")) {
            case "createdAt": body.put("createdAt", Instant.ofEpochMilli(pet.createdAt()).toString()); break;
            case "links": body.put("_links", Map.of("self", Map.of("href", "/pets/" + pet.id()))); break;
            case "nulls":
                body.put("photoUrl", null);
                body.put("tags", List.of());
                break;
            default: break;
        }
        return order(body, x.settings);
    }

    static Map<String, Object> order(Map<String, Object> body, Settings settings) {
        if (settings.is("memberOrder", "alphabetical")) return new TreeMap<>(body);
        if (settings.is("memberOrder", "declared")) return body;
        List<String> names = new ArrayList<>(body.keySet());
        Collections.reverse(names);
        Map<String, Object> turned = new LinkedHashMap<>();
        for (String name : names) turned.put(name, body.get(name));
        return turned;
    }
}

// ---------------------------------------------------------------- filters

interface Chain {
    Reply proceed(Exchange x);
}

interface Filter {
    Reply apply(Exchange x, Chain next);
}

/** Puts the three rate limit headers, and the optional ones, on every reply. */
final class RateHeadersFilter implements Filter {
    private final AtomicLong requests = new AtomicLong();

    public Reply apply(Exchange x, Chain next) {
        Reply reply = next.proceed(x);
        Rate rate = x.rate;
        if (rate == null) {
            Quota quota = x.limiter.quota(AuthenticationFilter.bearer(x));
            rate = quota == null ? x.world.anonymous() : x.limiter.look(quota);
        }
        if (!(x.banned && x.settings.breaks("headers-missing-while-banned"))) {
            reply.header("X-RateLimit-Limit", String.valueOf(rate.limit()));
            reply.header("X-RateLimit-Remaining", String.valueOf(rate.remaining()));
            reply.header("X-RateLimit-Reset", String.valueOf(Dates.seconds(rate.resetAt())));
        }
        if (x.settings.is("extraHeaders", "requestId")) {
            reply.header("X-Request-Id", "r-" + requests.incrementAndGet()).header("Cache-Control", "no-store");
        } else if (x.settings.is("extraHeaders", "ietf")) {
            reply.header("RateLimit-Policy", rate.limit() + ";w=60");
            reply.header("RateLimit-Reset", String.valueOf(Math.max(0, Dates.seconds(rate.resetAt() - x.now()))));
        }
        return reply;
    }
}

final class ExceptionFilter implements Filter {
    public Reply apply(Exchange x, Chain next) {
        try {
            return next.proceed(x);
        } catch (RuntimeException e) {
            if (!(e instanceof ApiException) && !(e instanceof IllegalStateException)) e.printStackTrace();
            return ErrorMapper.map(e, x);
        }
    }
}

final class LatencyFilter implements Filter {
    public Reply apply(Exchange x, Chain next) {
        String latency = x.settings.get("latency");
        boolean jitter = latency.equals("jitter");
        if (jitter) Pauses.pause(ThreadLocalRandom.current().nextInt(30));
        Reply reply = next.proceed(x);
        if (jitter) Pauses.pause(ThreadLocalRandom.current().nextInt(30));
        if (latency.equals("slowLists") && reply.body instanceof List) Pauses.pause(80);
        return reply;
    }
}

final class AuthenticationFilter implements Filter {
    static String bearer(Exchange x) {
        String value = x.request.headers.get("Authorization");
        if (value == null || value.length() < 7) return null;
        boolean exact = x.settings.is("schemeCase", "exact");
        String scheme = value.substring(0, 7);
        if (!(exact ? scheme.equals("Bearer ") : scheme.equalsIgnoreCase("Bearer "))) return null;
        return value.substring(7).trim();
    }

    public Reply apply(Exchange x, Chain next) {
        if (x.settings.is("authOrder", "routeFirst")) Router.find(x);
        String key = bearer(x);
        Connection connection = x.request.connection;
        if (x.request.headers.get("Authorization") == null && x.settings.breaks("context-not-cleared")) key = connection.lastKey;
        if (x.limiter.quota(key) == null) {
            throw new ApiException(401, "unauthorized", "The API key is missing or invalid").header("WWW-Authenticate", "Bearer realm=\"petstore\"");
        }
        connection.lastKey = key;
        x.key = key;
        return next.proceed(x);
    }
}

final class RateLimitFilter implements Filter {
    public Reply apply(Exchange x, Chain next) {
        Settings settings = x.settings;
        Quota quota = x.limiter.quota(x.key);
        if (settings.is("charged", "operations") && !Router.isOperation(x)) return next.proceed(x);
        Quota payer = quota;
        if (settings.breaks("charge-other-key")) {
            x.world.currentCaller = quota;
            Pauses.pause(50);
            payer = x.world.currentCaller;
        }
        Verdict verdict = x.limiter.admit(quota, payer);
        x.rate = verdict.rate();
        x.banned = verdict.banned();
        if (!verdict.allowed()) throw refused(x, verdict);
        if (settings.breaks("limit-header-of-neighbour")) {
            x.world.currentLimit = x.rate.limit();
            Pauses.pause(50);
            x.rate = new Rate(x.world.currentLimit, x.rate.remaining(), x.rate.resetAt());
        }
        try {
            return next.proceed(x);
        } catch (ApiException e) {
            if (settings.is("charged", "successes")) x.rate = x.limiter.refund(quota);
            if (settings.breaks("remaining-after-error")) x.limiter.countError(quota);
            throw e;
        }
    }

    private static ApiException refused(Exchange x, Verdict verdict) {
        int status = verdict.banned() ? Integer.parseInt(x.settings.get("bannedStatus")) : 429;
        String code = status == 401 ? "unauthorized" : verdict.banned() ? "key_banned" : "rate_limited";
        String message = verdict.banned() ? "The API key is banned for a while" : "Too many requests, retry later";
        long now = x.now(), wait = Math.max(1, Dates.seconds(verdict.retryAt() - now));
        String value;
        switch (x.settings.get("retryAfter")) {
            case "padded": value = String.valueOf(wait + 7); break;
            case "date": value = Dates.http(Dates.seconds(verdict.retryAt()) * 1000); break;
            case "millis": value = String.valueOf(Math.max(1, verdict.retryAt() - now)); break;
            case "unix": value = String.valueOf(Dates.seconds(verdict.retryAt())); break;
            default: value = String.valueOf(wait);
        }
        ApiException e = new ApiException(status, code, message).header("Retry-After", value);
        return status == 401 ? e.header("WWW-Authenticate", "Bearer realm=\"petstore\"") : e;
    }
}

// ---------------------------------------------------------------- routing and controllers

final class Router {
    private static final String PETS = "/pets", PET = "/pets/[^/]+";

    private static String path(Exchange x) {
        boolean slash = x.path.endsWith("/") && x.path.length() > 1 && x.settings.is("trailingSlash", "accept");
        return slash ? x.path.substring(0, x.path.length() - 1) : x.path;
    }

    static boolean isOperation(Exchange x) {
        String path = path(x), method = x.request.method;
        return path.equals(PETS) && (method.equals("GET") || method.equals("POST")) || path.matches(PET) && method.equals("GET");
    }

    /** The operation that answers the request; throws when there is none. */
    static Chain find(Exchange x) {
        if (x.request.malformed) throw new ApiException(400, "bad_request", "The request is not HTTP");
        String path = path(x), method = x.request.method;
        boolean pets = path.equals(PETS);
        if (!pets && !path.matches(PET)) throw new ApiException(404, "not_found", "There is no such resource");
        if (method.equals("HEAD")) {
            if (x.settings.is("head", "404")) throw new ApiException(404, "not_found", "There is no such resource");
            if (x.settings.is("head", "get")) method = "GET";
        }
        if (pets && method.equals("GET")) return PetController::list;
        if (pets && method.equals("POST")) return PetController::create;
        if (!pets && method.equals("GET")) return PetController::get;
        int status = method.equals("HEAD") ? 405 : Integer.parseInt(x.settings.get("otherMethods"));
        ApiException e = new ApiException(status, status == 404 ? "not_found" : "method_not_allowed", "The method is not offered here");
        throw status == 405 ? e.header("Allow", (pets ? "GET, POST" : "GET") + (x.settings.is("head", "get") ? ", HEAD" : "")) : e;
    }

    static Reply dispatch(Exchange x) {
        Chain operation = find(x);
        String accept = x.request.headers.get("Accept");
        if (x.settings.is("accept", "406") && accept != null && !accept.isBlank()
                && !accept.toLowerCase(Locale.ROOT).matches("(?s).*(application/json|application/\\*|\\*/\\*).*")) {
            throw new ApiException(406, "not_acceptable", "Only application/json is offered");
        }
        return operation.proceed(x);
    }
}

/** Query parameters, read as the options say. */
final class Query {
    private final Map<String, String> values = new LinkedHashMap<>();
    private final Exchange x;

    Query(Exchange x, Set<String> known) {
        this.x = x;
        for (String item : x.request.query.split("&")) {
            if (item.isEmpty()) continue;
            String[] pair = item.split("=", 2);
            String name = decode(pair[0]), value = pair.length < 2 ? "" : decode(pair[1]);
            if (!known.contains(name)) {
                if (x.settings.is("unknownParam", "refuse")) throw new ApiException(400, "unknown_parameter", "Parameter " + name + " is not known");
                continue;
            }
            if (values.containsKey(name) && x.settings.is("repeatedParam", "refuse")) {
                throw new ApiException(400, "repeated_parameter", "Parameter " + name + " is given twice");
            }
            if (!values.containsKey(name) || x.settings.is("repeatedParam", "last")) values.put(name, value);
        }
        if (x.settings.is("emptyParam", "absent")) values.values().removeIf(String::isEmpty);
    }

    static String decode(String text) {
        try {
            return URLDecoder.decode(text, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            return text;
        }
    }

    String get(String name) { return values.get(name); }

    static BigInteger integer(String text, Settings settings) {
        boolean lenient = settings.is("numberSyntax", "lenient");
        String t = lenient ? text.trim() : text;
        return t.matches(lenient ? "[+-]?[0-9]{1,400}" : "0|-?[1-9][0-9]{0,400}") ? new BigInteger(t) : null;
    }

    int limit() {
        String text = values.get("limit");
        if (text == null) {
            Integer sticky = x.world.stickyLimit;
            return sticky != null ? sticky : 20;
        }
        BigInteger n = integer(text, x.settings);
        boolean good = n != null && n.signum() > 0 && n.compareTo(BigInteger.valueOf(100)) <= 0;
        if (good) {
            if (x.settings.breaks("last-limit-becomes-default")) x.world.stickyLimit = n.intValue();
            return n.intValue();
        }
        switch (x.settings.get("badLimit")) {
            case "clamp": return n == null ? 20 : n.signum() > 0 ? 100 : 1;
            case "default": return 20;
            default: throw new ApiException(Integer.parseInt(x.settings.get("badLimit")), "invalid_limit", "limit must be an integer from 1 to 100");
        }
    }

    int offset(String name) {
        String text = values.get(name);
        BigInteger n = text == null ? null : integer(text, x.settings);
        return n == null || n.signum() < 0 || n.bitLength() > 24 ? 0 : n.intValue();
    }
}

record NewPet(String name, long categoryId, String status, boolean statusGiven) { }

final class NewPetValidator {
    private static final Set<String> MEMBERS = Set.of("name", "categoryId", "status");

    static ApiException invalid(String message) { return new ApiException(400, "invalid_pet", message); }

    static NewPet validate(Map<String, Object> body, Settings settings) {
        if (settings.is("unknownMembers", "reject")) {
            for (String name : body.keySet()) if (!MEMBERS.contains(name)) throw invalid("member " + name + " is not known");
        }
        if (!(body.get("name") instanceof String name)) throw invalid("name is required and must be a string");
        if (!settings.is("nameTrim", "keep")) name = name.strip();
        if (settings.is("nameTrim", "collapse")) name = name.replaceAll("\\s+", " ");
        boolean refused;
        switch (settings.get("nameRule")) {
            case "nonblank": refused = name.isBlank(); break;
            case "max64": refused = name.codePointCount(0, name.length()) > 64; break;
            case "letters": refused = !name.matches("\\p{L}[\\p{L} '-]*"); break;
            default: refused = false;
        }
        if (refused) throw invalid("name is not an acceptable name");

        if (!(body.get("categoryId") instanceof JsonNumber number)) throw invalid("categoryId is required and must be an integer");
        Long category = number.toInt64(settings.is("integralFloats", "accept"));
        if (category == null) throw invalid("categoryId must be a 64-bit integer");
        if (settings.is("categoryRule", "positive") && category <= 0) throw invalid("categoryId must be positive");
        if (settings.is("categoryRule", "known") && (category < 1 || category > 7)) throw invalid("there is no such category");

        boolean given = body.containsKey("status");
        if (given && body.get("status") == null && settings.is("nullStatus", "absent")) given = false;
        if (given && !Pet.STATUSES.contains(String.valueOf(body.get("status")))) throw invalid("status must be one of " + Pet.STATUSES);
        if (given && !(body.get("status") instanceof String)) throw invalid("status must be a string");
        return new NewPet(name, category, given ? (String) body.get("status") : null, given);
    }
}

final class PetController {

    // ---- GET /pets

    static Reply list(Exchange x) {
        Settings settings = x.settings;
        String paging = settings.get("furtherPages");
        Set<String> known = paging.equals("none") ? Set.of("limit", "status") : Set.of("limit", "status", paging);
        Query query = new Query(x, known);
        int limit = query.limit();
        String status = query.get("status");
        if (status != null && !Pet.STATUSES.contains(status)) {
            String fold = status.trim().toLowerCase(Locale.ROOT);
            if (settings.is("badStatus", "casefold") && Pet.STATUSES.contains(fold)) status = fold;
            else if (settings.is("badStatus", "ignore")) status = null;
            else if (settings.is("badStatus", "empty")) return new Reply(200, List.of());
            else throw new ApiException(settings.is("badStatus", "422") ? 422 : 400, "invalid_status", "status must be one of " + Pet.STATUSES);
        }
        if (settings.is("neighbours", "lists") && x.world.lists.incrementAndGet() % 3 == 0) neighbourAdds(x);

        int from = paging.equals("none") ? 0 : query.offset(paging);
        if (paging.equals("page")) from = Math.min(Math.max(0, from - 1), 1 << 20) * limit;
        List<Pet> found = findCached(x, status, limit, from);
        List<Pet> page = new ArrayList<>(found.subList(Math.min(from, found.size()), (int) Math.min((long) from + limit, found.size())));
        if (settings.breaks("filter-after-limit") && status != null) {
            String wanted = status;
            page.removeIf(pet -> !wanted.equals(pet.statusAt(x.now(), settings)));
        }
        if (settings.breaks("own-pet-on-top") && from == 0 && x.world.memory.get("own " + x.key) instanceof Pet own
                && !page.contains(own) && (status == null || status.equals(own.statusAt(x.now(), settings)))) {
            page.add(0, own);
        }
        List<Object> body = new ArrayList<>();
        for (Pet pet : page) body.add(Shapes.pet(pet, x, true));
        Reply reply = new Reply(200, body);
        boolean more = (long) from + limit < found.size();
        if (paging.equals("cursor") && more) reply.header("X-Next-Cursor", String.valueOf(from + limit));
        if (paging.equals("offset")) reply.header("X-Total-Count", String.valueOf(found.size()));
        if (paging.equals("page") && more) {
            reply.header("Link", "<" + base(x) + "/pets?limit=" + limit + "&page=" + (from / limit + 2)
                    + (status == null ? "" : "&status=" + status) + ">; rel=\"next\"");
        }
        return reply;
    }

    private record CachedList(List<Pet> pets, int version, long until) { }

    private static List<Pet> findCached(Exchange x, String status, int limit, int from) {
        boolean stale = x.settings.breaks("stale-filtered-list") && status != null;
        boolean shared = x.settings.breaks("cache-key-without-status");
        if (!stale && !shared) return find(x, status);
        String where = (x.staging ? "staging " : "") + x.key + " " + limit + " " + from;
        String name = stale ? "list " + status + " " + where : "list " + where;
        CachedList cached = (CachedList) x.world.memory.get(name);
        int version = x.pets.all().size();
        if (cached != null && x.now() < cached.until() && (stale || cached.version() == version)) return cached.pets();
        List<Pet> found = find(x, status);
        if (stale || status == null) x.world.memory.put(name, new CachedList(found, version, x.now() + 30_000));
        return found;
    }

    private static List<Pet> find(Exchange x, String status) {
        long now = x.now();
        Settings settings = x.settings;
        List<Pet> found = new ArrayList<>();
        for (Pet pet : x.pets.all()) {
            boolean matches = status == null || status.equals(pet.statusAt(now, settings)) || settings.breaks("filter-after-limit");
            if (matches && x.sees(pet)) found.add(pet);
        }
        switch (settings.get("listOrder")) {
            case "newest": Collections.reverse(found); break;
            case "name": found.sort(Comparator.comparing(Pet::name)); break;
            case "status": found.sort(Comparator.comparing(pet -> String.valueOf(pet.statusAt(now, settings)))); break;
            case "shuffle": Collections.shuffle(found, settings.is("furtherPages", "none") ? new Random() : new Random(7)); break;
            default: found.sort(Comparator.comparingLong(Pet::id));
        }
        return found;
    }

    // ---- POST /pets

    static Reply create(Exchange x) {
        try {
            return add(x);
        } catch (ApiException e) {
            if (e.status == 400 && x.settings.breaks("id-reused-after-400")) x.pets.ids.rollBack();
            throw e;
        }
    }

    private static Reply add(Exchange x) {
        Settings settings = x.settings;
        Map<String, Object> memory = x.world.memory;
        if (x.request.tooLarge) throw NewPetValidator.invalid("the body is too large");
        String type = x.request.headers.getOrDefault("Content-Type", "").split(";")[0].trim();
        if (!settings.is("contentType", "any") && !type.equalsIgnoreCase("application/json")) {
            throw new ApiException(Integer.parseInt(settings.get("contentType")), "unsupported_media_type", "The body must be application/json");
        }
        Map<String, Object> body = parse(x.request.body, settings);
        if (settings.breaks("body-leaks-into-next") && memory.get("body " + x.key) instanceof Map<?, ?> before) {
            for (String name : List.of("name", "categoryId")) if (!body.containsKey(name)) body.put(name, before.get(name));
        }
        NewPet wanted = NewPetValidator.validate(body, settings);
        if (settings.breaks("body-leaks-into-next")) memory.put("body " + x.key, body);
        if (settings.is("neighbours", "creates")) neighbourAdds(x);

        String twin = "twin " + x.staging + " " + x.key + " " + wanted;
        if (settings.breaks("same-body-same-id") && memory.get(twin) instanceof Pet before && x.now() - before.createdAt() < 60_000) {
            return created(before, x);
        }
        String status = wanted.status();
        String fallback = settings.is("defaultStatus", "absent") ? null : settings.get("defaultStatus");
        if (!wanted.statusGiven()) status = fallback;
        if (settings.breaks("status-ignored-after-omitted")) {
            boolean omittedBefore = memory.put("omitted " + x.key, !wanted.statusGiven()) == Boolean.TRUE;
            if (omittedBefore) status = fallback;
        }
        Pet pet = x.pets.save(wanted.name(), wanted.categoryId(), status, x.key, x.now(), true);
        if (settings.breaks("same-body-same-id")) memory.put(twin, pet);
        if (settings.breaks("own-pet-on-top")) memory.put("own " + x.key, pet);
        return created(pet, x);
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> parse(byte[] bytes, Settings settings) {
        try {
            Object value = JsonReader.read(bytes, settings.get("duplicateMembers"));
            if (value instanceof Map) return (Map<String, Object>) value;
            throw NewPetValidator.invalid("the body must be a JSON object");
        } catch (JsonReader.Malformed e) {
            throw new ApiException(400, "malformed_json", "The body is not valid JSON: " + e.getMessage());
        }
    }

    private static Reply created(Pet pet, Exchange x) {
        Reply reply = new Reply(201, Shapes.pet(pet, x, false));
        String local = (x.staging ? "/staging/v1" : "/v1") + "/pets/" + pet.id();
        if (x.settings.is("location", "relative")) reply.header("Location", local);
        if (x.settings.is("location", "absolute")) reply.header("Location", base(x) + "/pets/" + pet.id());
        return reply;
    }

    // ---- GET /pets/{petId}

    static Reply get(Exchange x) {
        Settings settings = x.settings;
        String last = Query.decode(x.path.replaceAll("/$", "").substring("/pets/".length()).replace("+", "%2B"));
        if (x.now() >= Dates.removal(settings)) {
            throw new ApiException(Integer.parseInt(settings.get("afterRemoval")), settings.is("afterRemoval", "410") ? "gone" : "not_found",
                    "This operation was removed; use GET /pets with the status filter");
        }
        if (settings.is("unknownParam", "refuse")) new Query(x, Set.of());
        BigInteger id = Query.integer(last, settings);
        if (id == null || id.bitLength() > 63) {
            int status = Integer.parseInt(settings.get("badPetId"));
            throw deprecated(new ApiException(status, status == 404 ? "not_found" : "invalid_id", "petId must be a 64-bit integer"), x);
        }
        Pet pet = x.pets.findById(id.longValue()).filter(x::sees).filter(found -> inView(found, x))
                .orElseThrow(() -> deprecated(new ApiException(404, "not_found", "There is no animal with this identifier"), x));
        Reply reply = new Reply(200, Shapes.pet(pet, x, false));
        deprecation(x).forEach(reply::header);
        return reply;
    }

    /** A per-key read view that is renewed every half minute and knows the key's own additions. */
    private static boolean inView(Pet pet, Exchange x) {
        if (!x.settings.breaks("fresh-pet-404-for-other-key")) return true;
        String name = "view " + x.staging + " " + x.key;
        CachedList view = (CachedList) x.world.memory.get(name);
        if (view == null || x.now() >= view.until()) {
            view = new CachedList(x.pets.all(), 0, x.now() + 30_000);
            x.world.memory.put(name, view);
        }
        return view.pets().contains(pet) || x.key.equals(pet.owner());
    }

    private static ApiException deprecated(ApiException e, Exchange x) {
        deprecation(x).forEach(e::header);
        return e;
    }

    private static Map<String, String> deprecation(Exchange x) {
        Map<String, String> headers = new LinkedHashMap<>();
        switch (x.settings.get("deprecation")) {
            case "true": headers.put("Deprecation", "true"); break;
            case "sunset": headers.put("Sunset", Dates.http(Dates.REMOVAL_DAY)); break;
            case "link": headers.put("Link", "<" + base(x) + "/pets>; rel=\"successor-version\""); break;
            case "warning": headers.put("Warning", "299 - \"GET /pets/{petId} is deprecated\""); break;
            default: break;
        }
        return headers;
    }

    // ---- shared

    private static void neighbourAdds(Exchange x) { x.pets.save("Nomad", 3, "available", "a neighbour", x.now(), false); }

    private static String base(Exchange x) {
        String host = x.request.headers.getOrDefault("Host", "127.0.0.1").replaceAll("[^A-Za-z0-9.:\\[\\]-]", "");
        return "http://" + host + (x.staging ? "/staging/v1" : "/v1");
    }
}

// ---------------------------------------------------------------- application and control

final class Application {
    private final Map<String, Plan> keys;
    private final int pets;
    private final boolean control;
    private final ServiceClock clock = new ServiceClock();
    private final Chain chain;
    private volatile World world;

    Application(Map<String, Plan> keys, int pets, boolean control, Settings settings) {
        this.keys = keys;
        this.pets = pets;
        this.control = control;
        world = new World(settings, clock, keys, pets);
        Chain chain = Router::dispatch;
        List<Filter> filters = List.of(new RateHeadersFilter(), new ExceptionFilter(), new LatencyFilter(), new AuthenticationFilter(), new RateLimitFilter());
        for (int k = filters.size() - 1; k >= 0; k--) {
            Filter filter = filters.get(k);
            Chain next = chain;
            chain = x -> filter.apply(x, next);
        }
        this.chain = chain;
    }

    void handle(Request request, ReplyWriter writer) throws IOException {
        World current = world;
        if (control && request.path.startsWith("/control/")) {
            writer.write(control(request), new Settings(Map.of(), null), clock.now());
            return;
        }
        boolean staging = request.path.startsWith("/staging/v1/");
        boolean live = request.path.startsWith("/v1/");
        String path = staging ? request.path.substring("/staging/v1".length()) : live ? request.path.substring("/v1".length()) : "";
        Reply reply = chain.proceed(new Exchange(request, current, staging, path));
        writer.write(reply, current.settings, clock.now());
    }

    private Reply control(Request request) {
        try {
            if (!request.method.equals("POST")) return new Reply(405, Map.of("error", "POST only"));
            Object read = request.body.length == 0 ? Map.of() : JsonReader.read(request.body, "last");
            if (!(read instanceof Map<?, ?> body)) return new Reply(400, Map.of("error", "an object is expected"));
            switch (request.path) {
                case "/control/freeze":
                    return new Reply(200, Map.of("now", clock.freeze()));
                case "/control/advance":
                    BigDecimal seconds = new BigDecimal(((JsonNumber) body.get("seconds")).text());
                    return new Reply(200, Map.of("now", clock.advance(seconds.movePointRight(3).longValue())));
                case "/control/remaining":
                    String key = (String) body.get("key");
                    if (!keys.containsKey(key)) return new Reply(400, Map.of("error", "unknown key"));
                    world.limiter.setRemaining(key, number(body.get("minute")), number(body.get("day")));
                    if (world.stagingLimiter != world.limiter) world.stagingLimiter.setRemaining(key, number(body.get("minute")), number(body.get("day")));
                    return new Reply(200, Map.of("now", clock.now()));
                case "/control/reset":
                    world = new World(world.settings, clock, keys, pets);
                    return new Reply(200, Map.of("now", clock.now()));
                case "/control/configure":
                    Map<String, String> options = new LinkedHashMap<>();
                    if (body.get("options") instanceof Map<?, ?> given) {
                        given.forEach((name, value) -> options.put((String) name, value instanceof JsonNumber n ? n.text() : String.valueOf(value)));
                    }
                    world = new World(new Settings(options, (String) body.get("breach")), clock, keys, pets);
                    return new Reply(200, Map.of("now", clock.now()));
                default:
                    return new Reply(404, Map.of("error", "no such control"));
            }
        } catch (JsonReader.Malformed | RuntimeException e) {
            return new Reply(400, Map.of("error", String.valueOf(e.getMessage())));
        }
    }

    private static Integer number(Object value) { return value instanceof JsonNumber n ? Integer.valueOf(n.text()) : null; }
}
