#!/usr/bin/env bash
# The first step of both actions: installs the dependencies, and outputs the Node to run the commands with. Does not change the job's Node.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

quietly=(--ignore-scripts --no-audit --no-fund --loglevel error)

# A job that has installed this repository itself has them already.
[ -d node_modules ] || npm ci --omit=dev "${quietly[@]}"

node=$(command -v node)
if [ "$("$node" -p 'Number.parseInt(process.versions.node)')" -lt 24 ]; then
  version=$("$node" -p "require('./package.json').devDependencies.node")
  # What the package `node` would have a script of its own install.
  built=node-$("$node" -p '`${process.platform}-${process.arch}`')
  node=$RUNNER_TEMP/petstore-node/node_modules/$built/bin/node
  [ -x "$node" ] || npm install --prefix "$RUNNER_TEMP/petstore-node" "${quietly[@]}" "$built@$version"
fi
echo "node=$node" >> "$GITHUB_OUTPUT"
