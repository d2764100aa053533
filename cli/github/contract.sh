#!/usr/bin/env bash
# Runs the suite as action.yml was asked to, and ends with its exit code.
set -euo pipefail

# Puts the reason of an exit code, one line, on the job's page, and ends.
fail() {
  local code=$1 reason=$2
  echo "::error title=Pet Store contract%3A could not be run::${reason//%/%25}"
  printf '## ❌ Pet Store contract: could not be run\n\n    %s\n' "$reason" >> "$GITHUB_STEP_SUMMARY"
  echo "exit-code=$code" >> "$GITHUB_OUTPUT"
  exit "$code"
}

# Without an address the suite would check a mock of its own, and be content with it.
[ -n "$BASE_URL" ] || fail 2 'base-url is empty: say which service to check'
[ -n "$PETSTORE_API_KEY" ] || fail 2 'api-key is empty: is the secret there, and may this job read it?'

mkdir -p "$REPORTS" || fail 2 "reports: the folder $REPORTS cannot be made"
# It ends at a NUL, so that flags may stand on several lines; without one it fails, with all of them read.
read -r -d '' -a arguments <<< "$FLAGS" || true
[ -z "$SECOND_KEY" ] || arguments+=(--second-key-env SECOND_KEY)
[ -z "$PLAN" ] || arguments+=(--plan "$PLAN")
[ -z "$KNOWN" ] || arguments+=(--known "$KNOWN")
[ -z "$CHOICES" ] || arguments+=(--expect-choices "$CHOICES")
summary=$RUNNER_TEMP/petstore-contract.md
annotations=$RUNNER_TEMP/petstore-contract.annotations
errors=$RUNNER_TEMP/petstore-contract.errors
rm -f "$summary" "$annotations"

# What a service says is no command to the runner.
token=$("$NODE" -p 'crypto.randomUUID()')
echo "::stop-commands::$token"
code=0
"$NODE" "$GITHUB_ACTION_PATH/cli/index.ts" contract "$BASE_URL" ${arguments[@]+"${arguments[@]}"} --save-choices "$REPORTS/choices.yaml" \
  --report "html=$REPORTS/contract.html" --report "junit=$REPORTS/contract.xml" --report "json=$REPORTS/contract.json" \
  --report "markdown=$summary" --report "annotations=$annotations" 2> "$errors" &
suite=$! cancelled=
# The runner signals this shell alone when a job is cancelled.
trap 'cancelled=1; kill -TERM "$suite"' INT TERM
wait "$suite" || code=$?
# The signal ends the waiting before it ends the suite.
[ -z "$cancelled" ] || { code=0; wait "$suite" || code=$?; }
cat "$errors" >&2
echo "::$token::"

# There is none where the suite could not be run; GitHub takes at most 1 MiB.
[ ! -e "$summary" ] || head -c 1000000 "$summary" >> "$GITHUB_STEP_SUMMARY"
[ ! -e "$annotations" ] || cat "$annotations"
if [ "$code" != 0 ] && ! grep -q '^::error ' "$annotations" 2> /dev/null; then
  # Its last line says why.
  reason=$(tail -n 1 "$errors")
  fail "$code" "${reason:-it ended with exit code $code}"
fi
echo "exit-code=$code" >> "$GITHUB_OUTPUT"
exit "$code"
