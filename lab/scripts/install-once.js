// Installs the packages of folders that have packages of their own, unless they are there as was asked for: by a lock file,
// or where there is none in their newest versions. CI runs it before there is the Node that reads TypeScript.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const npm = process.env['npm_execpath']
assert(npm, 'run it with npm')

for (const name of process.argv.slice(2)) {
  const folder = join(import.meta.dirname, '../..', name)
  const lock = join(folder, 'package-lock.json')
  const [asked, ...command] = existsSync(lock)
    ? [lock, 'ci']
    : [join(folder, 'package.json'), 'install', '--no-package-lock']
  // What was asked for the last time.
  const installed = join(folder, 'node_modules/.installed.json')
  if (existsSync(installed) && readFileSync(installed).equals(readFileSync(asked))) continue
  console.log(`${name}: installing what it needs, once`)
  // None of these packages needs to run a script of its own.
  const options = ['--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel', 'error']
  const { status } = spawnSync(process.execPath, [npm, ...command, '--prefix', folder, ...options], {
    stdio: 'inherit',
  })
  if (status !== 0) process.exit(status ?? 1)
  copyFileSync(asked, installed)
}
