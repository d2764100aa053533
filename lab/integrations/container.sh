#!/usr/bin/env bash
# Builds the Containerfile and tries the image, without a registry or a container runtime: with base images made here, and in a
# read-only root directory. Needs root, and Debian's buildah, mmdebstrap and redis-server. Exit code 1 if a check fails.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

fail() { echo "✗ $*"; exit 1; }
pass() { echo "✓ $*"; }
for port in 4010 6399; do
  ! (echo > "/dev/tcp/127.0.0.1/$port") 2> /dev/null || fail "something listens at 127.0.0.1:$port: end it first"
done

place=$(mktemp -d)
container=
mock=
redis=
clean() {
  [ -z "$redis" ] || kill "$redis"
  [ -z "$mock" ] || kill -9 "$mock" $(pgrep --parent "$mock") 2> /dev/null || true
  [ -z "$container" ] || images rm "$container" > /dev/null
  rm -rf "$place"
}
trap clean EXIT
images() { buildah --storage-driver vfs --root "$place/storage" --runroot "$place/run" "$@"; }

# In place of node:24-slim: Debian with this Node and this npm.
node=$(realpath "$(command -v node)")
npm=$(realpath "$(dirname "$npm_execpath")/..")
mmdebstrap --quiet --variant=essential --include=libstdc++6 bookworm "$place/slim"
mkdir -p "$place/slim/usr/local/bin" "$place/slim/usr/local/lib/node_modules" "$place/slim/etc/ssl/certs"
cp "$node" "$place/slim/usr/local/bin/node"
cp -R "$npm" "$place/slim/usr/local/lib/node_modules/npm"
printf '#!/bin/sh\nexec node /usr/local/lib/node_modules/npm/bin/npm-cli.js "$@"\n' > "$place/slim/usr/local/bin/npm"
chmod +x "$place/slim/usr/local/bin/npm"
# npm must trust the certificates that this machine trusts, such as that of a proxy.
cp /etc/ssl/certs/ca-certificates.crt "$place/slim/etc/ssl/certs/"
mkdir -p "$place/slim/usr/local/etc"
echo 'cafile=/etc/ssl/certs/ca-certificates.crt' > "$place/slim/usr/local/etc/npmrc"

# In place of the image without a shell: Node and the libraries that it needs.
mkdir -p "$place/bare"/{nodejs/bin,tmp,proc,dev}
cp "$node" "$place/bare/nodejs/bin/node"
ldd "$node" | grep -o '/[^ ]*' | xargs cp --parents --dereference --target-directory "$place/bare"

for base in slim=docker.io/library/node:24-slim bare=gcr.io/distroless/nodejs24-debian13:nonroot; do
  printf 'FROM scratch\nCOPY . /\n' | images build --quiet --file - --tag "${base#*=}" "$place/${base%%=*}" > /dev/null
done
images build --quiet --isolation chroot --pull-never --format docker --network host --file Containerfile --tag mock . > /dev/null
container=$(images from mock)
image=$(images mount "$container")
pass "is built: $(du -sm "$image/app" | cut -f 1) MB besides Node"

# Run as the image says: in its own root, which is read-only, as its own user.
images inspect --type image mock > "$place/image.json"
setting() { node -p "const { $1 } = require('$place/image.json').Docker.config; $2"; }
user=$(setting User User)
mapfile -t entrypoint < <(setting Entrypoint 'Entrypoint.join("\n")')
mapfile -t health < <(setting Healthcheck 'Healthcheck.Test.slice(1).join("\n")')
inside=(env --ignore-environment "PATH=$PATH" unshare --mount --pid --fork sh -euc '
  image=$1 user=$2; shift 2
  mount --bind "$image" "$image" && mount --options remount,bind,ro "$image"
  mount -t proc proc "$image/proc" && mount --bind /dev "$image/dev"
  exec unshare --root="$image" --wd=/app --setuid "${user%:*}" --setgid "${user#*:}" "$@"' sh "$image" "$user")

# Repeated, as a runtime does: the first request loads the control API.
is_healthy() {
  for _ in {1..10}; do
    ! "${inside[@]}" "${health[@]}" 2> /dev/null || return 0
    sleep 0.5
  done
  return 1
}

! "${inside[@]}" "${health[@]}" 2> /dev/null || fail 'the health check passes although no mock runs'
"${inside[@]}" /nodejs/bin/node --eval "
  assert.equal(process.getuid(), 65532)
  assert.throws(() => fs.writeFileSync('/tmp/file', ''), { code: 'EROFS' })" || fail 'its user has rights, or it can write'
pass 'runs as a user without rights, and can write nothing'

"${inside[@]}" "${entrypoint[@]}" --pets 3 > "$place/log" 2>&1 &
mock=$!
until grep -qs 'Control room' "$place/log"; do
  kill -0 "$mock" 2> /dev/null || fail "does not start: $(cat "$place/log")"
  sleep 0.1
done
is_healthy || fail 'the health check fails'
curl -sf -o /dev/null -H 'Authorization: Bearer free-demo-key' http://127.0.0.1:4010/v1/pets || fail 'lists no pets'
for page in '' docs/ openapi/service.yaml; do curl -sf -o /dev/null "http://127.0.0.1:4010/_mock/$page" || fail "has no /_mock/$page"; done
pass 'serves pets and pages, and passes the health check'

# Requests as from another machine.
worlds() { curl -s -o /dev/null -w '%{http_code}' -H 'X-Forwarded-For: 10.1.2.3' "$@" http://127.0.0.1:4010/_mock/worlds; }
token=$(grep -o 'Authorization: Bearer [^ ]*' "$place/log" | grep -v demo-key | head -n 1)
[ "$(worlds)" = 401 ] && [ "$(worlds -H "$token")" = 200 ] || fail 'the control API does not ask other machines for the token in the log'
pass 'asks other machines for the token in its log'

# The first process of the container.
kill -TERM "$(pgrep --parent "$mock")"
wait "$mock" || fail "ends with exit code $? on SIGTERM"
grep -q 'SIGTERM: no new requests' "$place/log" || fail 'ignores SIGTERM'
mock=
pass 'ends on SIGTERM'

redis-server --port 6399 --bind 127.0.0.1 --save '' --dir "$place" > /dev/null &
redis=$!
until (echo PING > /dev/tcp/127.0.0.1/6399) 2> /dev/null; do sleep 0.1; done
"${inside[@]}" "${entrypoint[@]}" --store redis://127.0.0.1:6399 > "$place/log" 2>&1 &
mock=$!
until grep -qs 'Control room' "$place/log"; do
  kill -0 "$mock" 2> /dev/null || fail "has no client of Redis: $(cat "$place/log")"
  sleep 0.1
done
is_healthy || fail 'the health check fails with --store'
pass 'stores its state in Redis'
