import { execFile } from 'node:child_process'
import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'

const CLI = import.meta.dirname
// What looks for the end of the shell again and again says so instead.
const SAYING = `data:text/javascript,globalThis.setInterval=()=>{console.log('watches');return{unref(){}}}`

/** Whether a process ends with the shell in which npm runs a script. */
async function endsWithShell(script: string, file = join(CLI, 'end-with-shell.mjs')): Promise<boolean> {
  const env = { ...process.env, npm_lifecycle_event: 'start', npm_lifecycle_script: script }
  const args = ['--import', SAYING, file, 'mock', '--port', '0']
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: CLI, env })
  return stdout === 'watches\n'
}

test.for([
  'node end-with-shell.mjs mock',
  'node ./end-with-shell.mjs mock --port 0',
  'node end-with-shell.mjs mock > mock.log 2>&1',
  'node end-with-shell.mjs mock &> mock.log',
  'node end-with-shell.mjs',
  `node --enable-source-maps "${CLI}/end-with-shell.mjs" mock`,
  'KEY=1 exec /usr/bin/node end-with-shell.mjs mock',
  'node prepare.js && node end-with-shell.mjs mock',
  `node end-with-shell.mjs mock --save 'r&d.json'`,
  'node end-with-shell.mjs mock > "r \\" & d.log"',
  'node end-with-shell.mjs mock > r\\&d.log',
  `node end-with-shell.mjs mock # don't see a & b`,
  `echo 'up & running; # 1' && node end-with-shell.mjs mock`,
])('a command ends with the shell of the script %s, which waits for it', async (script) => {
  expect(await endsWithShell(script)).toBe(true)
})

test.for(["'petstore'", 'petstore mock', 'petstore mock > mock.log 2>&1'])(
  'so it does under the name of the package: %s',
  async (script) => {
    const folder = await mkdtemp(join(tmpdir(), 'petstore-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    const file = join(folder, 'petstore')
    await symlink(join(CLI, 'end-with-shell.mjs'), file)
    expect(await endsWithShell(script, file)).toBe(true)
    expect(await endsWithShell('sh up.sh && petstore contract http://127.0.0.1:4010/v1', file)).toBe(false)
  },
)

test.for([
  'sh up.sh',
  'sh up.sh && node end-with-shell.mjs contract',
  'node end-with-shell.mjs mock & npm test',
  'node end-with-shell.mjs mock > mock.log 2>&1 &',
  `node end-with-shell.mjs mock > '#.log' & echo '#'`,
  'node end-with-shell.mjs mock > r#d.log & npm test',
  '# node first.js &\nnode end-with-shell.mjs mock & npm test',
  `sh up.sh 'up; node end-with-shell.mjs mock'`,
  'sh up.sh # && node end-with-shell.mjs mock',
  'nohup node end-with-shell.mjs mock',
  'pm2 start end-with-shell.mjs -- mock',
  'node other/end-with-shell.mjs mock',
  '',
])('a command goes on after the shell of the script "%s", which may want that', async (script) => {
  expect(await endsWithShell(script)).toBe(false)
})
