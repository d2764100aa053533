#!/bin/sh
# Starts the service behind, and Varnish before it, in the foreground; both stop together.
set -e
here=$(cd "$(dirname "$0")" && pwd)
# Varnish reads the folder as another user.
chmod 755 "$DATA"
export BACKEND_PORT=$((PORT + 1000))
/usr/bin/python3 "$here/pets.py" & backend=$!
sed "s/BACKEND_PORT/$BACKEND_PORT/" "$here/default.vcl" > "$DATA/default.vcl"
varnishd -F -a "127.0.0.1:$PORT" -T none -n "$DATA/varnish" -f "$DATA/default.vcl" & front=$!
trap 'kill $front $backend' TERM INT
wait $front
