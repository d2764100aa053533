vcl 4.1;
# Varnish as the gateway: keys and limits (vsthrottle) here, the pets in a Bottle service behind it.
import std;
import vsthrottle;

backend pets { .host = "127.0.0.1"; .port = "BACKEND_PORT"; }

sub vcl_recv {
    if (req.http.Authorization !~ "^Bearer (peer-key|peer-key-2)$") {
        return (synth(401, "Unauthorized"));
    }
    if (vsthrottle.is_denied(req.http.Authorization, 60, 60s)) {
        set req.http.X-Left = "0";
        return (synth(429, "Too Many Requests"));
    }
    set req.http.X-Left = vsthrottle.remaining(req.http.Authorization, 60, 60s);
    return (pass);
}

sub vcl_deliver {
    set resp.http.X-RateLimit-Limit = "60";
    set resp.http.X-RateLimit-Remaining = req.http.X-Left;
    set resp.http.X-RateLimit-Reset = std.time2integer(now + 60s, 0);
    unset resp.http.Via;
    unset resp.http.X-Varnish;
}

sub vcl_synth {
    set resp.http.Content-Type = "application/json";
    set resp.http.X-RateLimit-Limit = "60";
    set resp.http.X-RateLimit-Remaining = "0";
    set resp.http.X-RateLimit-Reset = std.time2integer(now + 60s, 0);
    if (resp.status == 429) {
        set resp.http.Retry-After = "60";
    }
    if (resp.status == 401) {
        set resp.http.WWW-Authenticate = "Bearer";
    }
    synthetic({"{"code":""} + resp.status + {"","message":""} + resp.reason + {"","status":"} + resp.status + {"}"});
    return (deliver);
}
