// Installs the packages of folders of the lab, unless what their package.json and the lock file ask for is installed. CI runs
// it with a Node that cannot run TypeScript.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const npm = process.env['npm_execpath']
assert(npm, 'run it with npm')

const lab = join(import.meta.dirname, '..')
const lock = read('package-lock.json').packages

for (const name of process.argv.slice(2)) {
  const asked = read(`${name}/package.json`)
  const installed = join(lab, name, 'node_modules/.installed.json')
  if (name in lock)
    assert.deepEqual(
      lock[name].dependencies,
      asked.dependencies,
      `lab/package-lock.json does not match lab/${name}/package.json: run npm install --prefix lab --package-lock-only`,
    )
  // A folder that is not a workspace has no lock file on purpose: it tries the newest versions.
  const wanted = JSON.stringify(name in lock ? lockedFor(name) : asked)
  if (existsSync(installed) && readFileSync(installed, 'utf8') === wanted) continue
  console.log(`lab/${name}: installing what it needs, once`)
  // `npm ci` would remove the packages of the other workspaces.
  if (name in lock) install('--no-save', '--prefix', lab, '--workspace', name)
  else install('--no-package-lock', '--prefix', join(lab, name))
  writeFileSync(installed, wanted)
}

function read(file) {
  return JSON.parse(readFileSync(join(lab, file), 'utf8'))
}

/** The part of the lock file about a workspace. */
function lockedFor(name) {
  return Object.entries(lock).filter(([path]) => path === name || path.startsWith(`${name}/node_modules/`))
}

function install(...args) {
  // None of these packages needs its install scripts.
  const options = ['--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel', 'error']
  const { status } = spawnSync(process.execPath, [npm, 'install', ...args, ...options], { stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}
