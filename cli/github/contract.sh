#!/usr/bin/env bash
# Runs the suite as action.yml was asked to, and ends with its exit code.
set -euo pipefail

# Without an address the suite would check a mock of its own, and be content with it.
: "${BASE_URL:?base-url is empty: say which service to check}"
: "${PETSTORE_API_KEY:?api-key is empty: is the secret there, and may this job read it?}"

mkdir -p "$REPORTS"
# It ends at a NUL, so that flags may stand on several lines; without one it fails, with all of them read.
read -r -d '' -a arguments <<< "$FLAGS" || true
[ -z "$SECOND_KEY" ] || arguments+=(--second-key-env SECOND_KEY)
[ -z "$PLAN" ] || arguments+=(--plan "$PLAN")
[ -z "$KNOWN" ] || arguments+=(--known "$KNOWN")
[ -z "$CHOICES" ] || arguments+=(--expect-choices "$CHOICES")
summary=$RUNNER_TEMP/petstore-contract.md
annotations=$RUNNER_TEMP/petstore-contract.annotations
rm -f "$summary" "$annotations"

# What a service says is no command to the runner.
token=$("$NODE" -p 'crypto.randomUUID()')
echo "::stop-commands::$token"
code=0
"$NODE" "$GITHUB_ACTION_PATH/cli/index.ts" contract "$BASE_URL" ${arguments[@]+"${arguments[@]}"} --save-choices "$REPORTS/choices.yaml" \
  --report "html=$REPORTS/contract.html" --report "junit=$REPORTS/contract.xml" --report "json=$REPORTS/contract.json" \
  --report "markdown=$summary" --report "annotations=$annotations" || code=$?
echo "::$token::"

echo "exit-code=$code" >> "$GITHUB_OUTPUT"
# There is none where the suite could not be run; GitHub takes at most 1 MiB.
[ ! -e "$summary" ] || head -c 1000000 "$summary" >> "$GITHUB_STEP_SUMMARY"
[ ! -e "$annotations" ] || cat "$annotations"
exit "$code"
