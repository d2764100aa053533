#!/usr/bin/env bash
# Runs the suite as action.yml was asked to, and ends with its exit code.
set -euo pipefail

signals='' early='' suite=''

# Puts the reason of an exit code, one line, on the job's page, and ends.
fail() {
  local code=$1 reason=$2 what='could not be run'
  [ -z "$signals" ] || what='interrupted'
  echo "::error title=Pet Store contract%3A $what::${reason//%/%25}"
  printf '## ❌ Pet Store contract: %s\n\n    %s\n' "$what" "$reason" >> "$GITHUB_STEP_SUMMARY"
  echo "exit-code=$code" >> "$GITHUB_OUTPUT"
  exit "$code"
}

# A runner that cancels a job signals its first process alone, which is this one, and waits for it.
pass_on() {
  signals+="$1 "
  if [ -n "$suite" ]; then kill -s "$1" "$suite" 2> /dev/null || true; else early=$1; fi
}
for signal in INT TERM HUP; do trap "pass_on $signal" "$signal"; done

mkdir -p -- "$REPORTS" || fail 2 "reports: the folder $REPORTS cannot be made"
# What an earlier run has left there would be uploaded as of this one.
rm -f -- "$REPORTS"/contract.{html,xml,json}
# The choices of an earlier run may be what this one compares with.
[ "$REPORTS/choices.yaml" -ef "$CHOICES" ] || rm -f -- "$REPORTS/choices.yaml"

# Without an address the suite would check a mock of its own, and be content with it.
[ -n "$BASE_URL" ] || fail 2 'base-url is empty: say which service to check'
[ -n "$PETSTORE_API_KEY" ] || fail 2 'api-key is empty: is the secret there, and may this job read it?'

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
# It is read below before a suite that ends at once may have opened it.
: > "$errors"

# What a service says is no command to the runner.
token=$("$NODE" -p 'crypto.randomUUID()')
echo "::stop-commands::$token"
# In a process group of its own: a signal for all processes of the job would reach it twice, and the second one ends it at once.
set -m
# What comes after -- is no flag, whatever it begins with.
"$NODE" "$GITHUB_ACTION_PATH/cli/index.ts" contract ${arguments[@]+"${arguments[@]}"} --save-choices "$REPORTS/choices.yaml" \
  --report "html=$REPORTS/contract.html" --report "junit=$REPORTS/contract.xml" --report "json=$REPORTS/contract.json" \
  --report "markdown=$summary" --report "annotations=$annotations" -- "$BASE_URL" < /dev/null 2> "$errors" &
suite=$!
set +m
# One may have come before there was a suite.
[ -z "$early" ] || kill -s "$early" "$suite" 2> /dev/null || true
# A signal ends the wait, and not the suite: the last wait has its exit code.
code=0 before=none
until [ "$before" = "$signals" ]; do
  before=$signals code=0
  wait "$suite" || code=$?
done
suite=''
cat "$errors" >&2
echo "::$token::"

# There is none where the suite could not be run; GitHub takes at most 1 MiB.
[ ! -e "$summary" ] || head -c 1000000 "$summary" >> "$GITHUB_STEP_SUMMARY"
[ ! -e "$annotations" ] || cat "$annotations"
if [ "$code" = 0 ] && [ ! -s "$summary" ]; then
  fail 2 'no service was checked: take --help, --list and --version out of flags'
fi
if [ "$code" != 0 ] && ! grep -q '^::error ' "$annotations" 2> /dev/null; then
  # Its last line says why. What a signal has ended names its pets, unless a second one left it no time for that.
  reason=$(tail -n 1 "$errors")
  if [ -n "$signals" ] && [ "$code" -gt 128 ]; then
    reason=$(grep -m 1 '^The run was interrupted' "$errors") \
      || reason='it was interrupted before it reported anything; it may have added pets'
  fi
  fail "$code" "${reason:-it ended with exit code $code}"
fi
echo "exit-code=$code" >> "$GITHUB_OUTPUT"
exit "$code"
