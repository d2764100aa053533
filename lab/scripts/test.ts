// `npm test`: runs lint beside the tests, because neither uses two cores all the time. Arguments go to Vitest.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const shell = process.platform === 'win32'
const lint = spawn('npm', ['run', '--silent', 'lint'], {
  shell,
  stdio: ['ignore', 'pipe', 'pipe'],
  // A third of its time would go into collecting what fits into the memory.
  env: { GOGC: 'off', GOMEMLIMIT: '2GiB', ...process.env },
})
let findings = ''
for (const stream of [lint.stdout, lint.stderr]) {
  stream.setEncoding('utf8').on('data', (text: string) => (findings += text))
}
const lints = succeeds(lint)

// Few tests run any code long enough to repay the slowest compiler, and fewer collections take less time: together a twelfth.
const quick = ['--no-turbofan', '--max-semi-space-size=64']
const vitest = fileURLToPath(new URL('../../node_modules/vitest/vitest.mjs', import.meta.url))
const isTested =
  (await succeeds(spawn('npm', ['run', '--silent', 'pages'], { shell, stdio: 'inherit' }))) &&
  (await succeeds(
    spawn(process.execPath, [...quick, vitest, 'run', ...process.argv.slice(2)], { stdio: 'inherit' }),
  ))
const isClean = await lints
process.stdout.write(`> npm run lint\n${findings}`)
process.exitCode = isTested && isClean ? 0 : 1

async function succeeds(child: ChildProcess): Promise<boolean> {
  await once(child, 'close')
  return child.exitCode === 0
}
