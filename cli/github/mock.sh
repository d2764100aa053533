#!/usr/bin/env bash
# Starts the mock as mock/action.yml was asked to, and ends as soon as it answers. The runner ends it with the job.
set -euo pipefail

# It ends at a NUL, so that flags may stand on several lines; without one it fails, with all of them read.
read -r -d '' -a arguments <<< "$FLAGS" || true
log=$RUNNER_TEMP/petstore-mock-$PORT.log
# It is read below before the mock may have opened it.
: > "$log"
"$NODE" "$GITHUB_ACTION_PATH/../cli/index.ts" mock --port "$PORT" --log json ${arguments[@]+"${arguments[@]}"} < /dev/null > "$log" 2>&1 &
mock=$!

# Its first line says where it listens. What else may answer at that port is not asked.
until started=$(grep -m 1 '"event":"started"' "$log"); do
  if ! kill -0 "$mock" 2> /dev/null; then
    echo "The mock did not start:"
    cat "$log"
    exit 1
  fi
  sleep 0.1
done
echo "base-url=$("$NODE" -p 'JSON.parse(process.argv[1]).baseUrl' "$started")" >> "$GITHUB_OUTPUT"
echo "log=$log" >> "$GITHUB_OUTPUT"
echo "pid=$mock" >> "$GITHUB_OUTPUT"
