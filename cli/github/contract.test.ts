import { execFile } from 'node:child_process'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const SCRIPT = fileURLToPath(new URL('contract.sh', import.meta.url))

test.for([
  ['--exhaust --plan free', ['--exhaust', '--plan', 'free']],
  ['--exhaust\n--plan free\n\n--only AUTH\n', ['--exhaust', '--plan', 'free', '--only', 'AUTH']],
  ['', []],
] as const)('the action gives the suite all flags, on however many lines: %j', async ([flags, given]) => {
  const folder = await mkdtemp(join(tmpdir(), 'petstore-action-'))
  try {
    const [node, seen] = [join(folder, 'node'), join(folder, 'seen')]
    await writeFile(node, `#!/bin/sh\n[ "$1" = -p ] || printf '%s\\n' "$@" > '${seen}'\n`)
    await chmod(node, 0o755)
    const variables = {
      BASE_URL: 'http://pets.test/v1',
      PETSTORE_API_KEY: 'some-key',
      REPORTS: folder,
      FLAGS: flags,
      SECOND_KEY: '',
      PLAN: '',
      KNOWN: '',
      CHOICES: '',
      NODE: node,
      RUNNER_TEMP: folder,
      GITHUB_ACTION_PATH: folder,
      GITHUB_OUTPUT: join(folder, 'output'),
    }
    await promisify(execFile)('bash', [SCRIPT], { env: { ...process.env, ...variables } })
    const [, , , ...passed] = (await readFile(seen, 'utf8')).split('\n')
    expect(passed.slice(0, passed.indexOf('--save-choices'))).toEqual(given)
  } finally {
    await rm(folder, { recursive: true })
  }
})
