"""Starts the pet store: the gateway (nginx with gateway.lua) and the app behind it (app.py).

PORT      port at 127.0.0.1, 0 or unset for any free one
KEYS      key:plan,key:plan... (free, pro, business, enterprise); default demo:free
PETS      how many animals it starts with, default 40
CONTROL   1 opens POST /control/freeze, advance, remaining, reset, configure
OPTIONS   name=value,name=value... (options.json)
BREACH    a name of breaches.json

Both processes end with this one: on a signal it ends them, and should it be killed they notice.
"""
import ctypes
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
MODULES = "/usr/lib/nginx/modules/"
CONF = """
daemon off;
worker_processes 1;
USER
pid nginx.pid;
error_log stderr error;
load_module MODULESndk_http_module.so;
load_module MODULESngx_http_lua_module.so;
env HERE_DIR; env KEYS; env CONTROL; env START_PID; env SET_OPTIONS; env SET_BREACH;
events { worker_connections 1024; }
http {
    access_log off;
    client_body_temp_path body;
    proxy_temp_path proxy;
    fastcgi_temp_path fastcgi;
    scgi_temp_path scgi;
    uwsgi_temp_path uwsgi;
    client_max_body_size 0;
    client_body_buffer_size 2m;
    keepalive_requests 1000000;
    server_tokens off;
    lua_package_path "HERE/?.lua;;";
    lua_package_cpath "/usr/lib/x86_64-linux-gnu/lua/5.1/?.so;/usr/lib/aarch64-linux-gnu/lua/5.1/?.so;;";
    init_by_lua_block { gateway = require "gateway"; gateway.init() }
    init_worker_by_lua_block { gateway.init_worker() }
    upstream app { server unix:DIR/app.sock max_fails=0; }
    server {
        listen 127.0.0.1:PORT backlog=511;
        merge_slashes off;
        error_page 494 =400 /_gateway_error;
        error_page 400 404 405 408 411 412 413 414 416 421 429 500 501 502 503 504 505 /_gateway_error;
        location / {
            set $up_path ""; set $up_now ""; set $up_store ""; set $up_base "";
            content_by_lua_block { gateway.main() }
        }
        location = /_gateway_error {
            internal;
            set $up_path ""; set $up_now ""; set $up_store ""; set $up_base "";
            content_by_lua_block { gateway.nginx_error() }
        }
        location = /_app {
            internal;
            error_page 404 /_gateway_error;
            proxy_pass_request_headers off;
            proxy_set_header Content-Type $http_content_type;
            proxy_set_header Accept $http_accept;
            proxy_set_header X-Now $up_now;
            proxy_set_header X-Store $up_store;
            proxy_set_header X-Base $up_base;
            proxy_buffers 16 64k;
            proxy_pass http://app$up_path;
        }
    }
}
"""


def die(text):
    sys.exit("start.py: " + text)


def settings():
    known = {o["name"]: o["values"] for o in json.load(open(os.path.join(HERE, "options.json")))}
    options = {}
    for part in filter(None, os.environ.get("OPTIONS", "").split(",")):
        name, _, value = part.strip().partition("=")
        if value not in known.get(name, ()):
            die("unknown option " + part)
        options[name] = value
    breach = os.environ.get("BREACH", "")
    if breach and breach not in {b["name"] for b in json.load(open(os.path.join(HERE, "breaches.json")))}:
        die("unknown breach " + breach)
    for part in filter(None, os.environ.get("KEYS", "").split(",")):
        if part.rpartition(":")[2] not in ("free", "pro", "business", "enterprise"):
            die("unknown plan in KEYS: " + part)
    return options, breach


def die_with_parent():
    ctypes.CDLL(None).prctl(1, signal.SIGTERM)          # PR_SET_PDEATHSIG


def wait_for_app(path, app):
    for _ in range(200):
        try:
            with socket.socket(socket.AF_UNIX) as probe:
                probe.connect(path)
                return
        except OSError:
            if app.poll() is not None:
                die("the app does not start")
            time.sleep(0.05)
    die("the app does not listen")


def main():
    asked = []
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, lambda *_: asked.append(1))
    options, breach = settings()
    directory = tempfile.mkdtemp(prefix="pets-")
    door = socket.socket()
    door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    door.bind(("127.0.0.1", int(os.environ.get("PORT") or 0)))
    door.listen(511)
    port = door.getsockname()[1]
    conf = CONF
    for word, value in (("USER", "user root;" if os.geteuid() == 0 else ""), ("MODULES", MODULES),
                        ('"HERE/', '"%s/' % HERE), ("DIR/", directory + "/"), (":PORT", ":%d" % port)):
        conf = conf.replace(word, value)
    with open(os.path.join(directory, "nginx.conf"), "w") as file:
        file.write(conf)
    env = {**os.environ, "START_PID": str(os.getpid()), "WORK_DIR": directory, "HERE_DIR": HERE,
           "SET_OPTIONS": json.dumps(options), "SET_BREACH": breach,
           "KEYS": os.environ.get("KEYS") or "demo:free", "NGINX": "%d;" % door.fileno()}
    children = []

    def end():
        for child in reversed(children):
            child.terminate()
            try:
                child.wait(3)
            except subprocess.TimeoutExpired:
                child.kill()
        shutil.rmtree(directory, ignore_errors=True)

    app = subprocess.Popen([sys.executable, os.path.join(HERE, "app.py")], env=env, preexec_fn=die_with_parent)
    children.append(app)
    wait_for_app(os.path.join(directory, "app.sock"), app)
    nginx = subprocess.Popen(["nginx", "-p", directory, "-c", os.path.join(directory, "nginx.conf"),
                              "-e", os.path.join(directory, "start.log")],
                             env=env, preexec_fn=die_with_parent, pass_fds=[door.fileno()])
    children.append(nginx)
    door.close()
    for _ in range(200):                                # nginx writes its pid once it is set up
        if os.path.exists(os.path.join(directory, "nginx.pid")) or nginx.poll() is not None:
            break
        time.sleep(0.05)
    if nginx.poll() is None:
        print("listening on http://127.0.0.1:%d/v1" % port, flush=True)
        while nginx.poll() is None and not asked:
            time.sleep(0.1)
    else:
        sys.stderr.write(open(os.path.join(directory, "start.log")).read())
    end()


main()
